/** The topics there are, in the order they are read. */
import type { FunctionComponent } from 'preact';
import type { TextKey } from '../../i18n';
import { Examples } from './examples';
import { Questions } from './questions';
import { Rules } from './rules';
import { Tips } from './tips';
import { Words } from './words';

interface Topic {
  title: TextKey;
  about: TextKey;
  Text: FunctionComponent;
}

export const TOPICS: Record<string, Topic> = {
  rules: { title: 'learn.rules', about: 'learn.rules_about', Text: Rules },
  examples: { title: 'learn.examples', about: 'learn.examples_about', Text: Examples },
  tips: { title: 'learn.tips', about: 'learn.tips_about', Text: Tips },
  words: { title: 'learn.words', about: 'learn.words_about', Text: Words },
  questions: { title: 'learn.questions', about: 'learn.questions_about', Text: Questions },
};
