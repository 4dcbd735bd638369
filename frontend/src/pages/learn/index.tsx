/** For learners: the list of topics, and each topic under an address of its own. */
import { t } from '../../i18n';
import { href } from '../../router';
import { Empty } from '../../ui/empty';
import { Tabs } from '../../ui/page';
import type { PageProps } from '../index';
import './learn.css';
import { TOPICS } from './topics';

const List = () => (
  <div class="page stack">
    <h1>{t('learn.title')}</h1>
    <p class="lead">{t('learn.lead')}</p>
    <ul class="topics">
      {Object.entries(TOPICS).map(([topic, { title, about }]) => (
        <li key={topic}>
          <a class="panel" href={href('learnTopic', { topic })}>
            <strong>{t(title)}</strong>
            <span>{t(about)}</span>
          </a>
        </li>
      ))}
    </ul>
  </div>
);

const links = (current: string) =>
  Object.entries(TOPICS).map(([topic, { title }]) => ({ href: href('learnTopic', { topic }), label: t(title), current: topic === current }));

export function Page({ params }: PageProps) {
  if (params.topic === undefined) return <List />;
  const topic = Object.hasOwn(TOPICS, params.topic) ? TOPICS[params.topic] : undefined;
  if (!topic) {
    return <Empty title={t('errors.page_title')} text={t('errors.page_text')} href={href('learn')} action={t('learn.back')} />;
  }
  return (
    <div class="page stack">
      <h1>{t(topic.title)}</h1>
      <Tabs label={t('learn.title')} links={links(params.topic)} />
      <topic.Text />
    </div>
  );
}
