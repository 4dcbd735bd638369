/** Short scenes to step through. The engine played them; the file beside this one is its record. */
import { type TextKey, t } from '../../i18n';
import { Scene, type Frame } from './scene';
import scenes from './examples.json';

const TEXTS: Record<string, readonly [TextKey, ...TextKey[]]> = {
  build: ['examples.build_title', 'examples.build_0', 'examples.build_1', 'examples.build_2', 'examples.build_3', 'examples.build_4'],
  empty: ['examples.empty_title', 'examples.empty_0', 'examples.empty_1', 'examples.empty_2', 'examples.empty_3'],
  part: ['examples.part_title', 'examples.part_0', 'examples.part_1', 'examples.part_2'],
  home: ['examples.home_title', 'examples.home_0', 'examples.home_1', 'examples.home_2', 'examples.home_3', 'examples.home_4'],
  draw: ['examples.draw_title', 'examples.draw_0', 'examples.draw_1', 'examples.draw_2', 'examples.draw_3'],
  vegas: ['examples.vegas_title', 'examples.vegas_0', 'examples.vegas_1', 'examples.vegas_2'],
  undo: ['examples.undo_title', 'examples.undo_0', 'examples.undo_1', 'examples.undo_2'],
};

export const Examples = () => (
  <div class="scenes">
    {scenes.map(({ name, draw, frames }) => {
      const [title, ...texts] = TEXTS[name]!;
      return <Scene key={name} title={t(title)} texts={texts.map((text) => t(text))} fan={draw} frames={frames as Frame[]} />;
    })}
  </div>
);
