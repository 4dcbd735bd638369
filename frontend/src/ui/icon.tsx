/** Line icons of our own on a 24-unit grid, drawn in the text's colour. */
const PATHS = {
  undo: 'M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 5 5V19',
  redo: 'm15 7 4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0-5 5V19',
  plus: 'M12 5v14M5 12h14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  flag: 'M6 21V4M6 5h11l-2 4 2 4H6',
  copy: 'M9 9h10v11H9zM15 9V5H5v11h4',
  help: 'M9.2 9.2a2.9 2.9 0 1 1 4.4 2.5c-1 .6-1.6 1.2-1.6 2.3M12 17.6v.1',
  home: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9',
  bulb: 'M9 18h6M10 21h4M8.5 14.5a5.5 5.5 0 1 1 7 0c-.6.6-1 1.2-1 2h-5c0-.8-.4-1.4-1-2z',
  settings: 'M4 8h9M17 8h3M4 16h3M11 16h9M15 6v4M9 14v4',
  user: 'M12 12a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4zM5 20c.6-3.6 3.4-5.4 7-5.4s6.4 1.8 7 5.4',
  expand: 'M5 10V5h5M14 5h5v5M19 14v5h-5M10 19H5v-5',
  check: 'm5 12.5 4.5 4.500L19 7.5',
  clock: 'M12 7.500V12l3 2M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z',
  finish: 'm7 6 6 6-6 6M13 6l6 6-6 6',
  eye: 'M3.5 12S6.5 6.5 12 6.5 20.5 12 20.5 12 17.5 17.5 12 17.5 3.5 12 3.5 12zM12 14.300a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.600z',
  list: 'M9 7h11M9 12h11M9 17h11M4.5 7h.1M4.5 12h.1M4.5 17h.1',
  back: 'm14 6-6 6 6 6',
  next: 'm10 6 6 6-6 6',
  first: 'm17 6-6 6 6 6M7 6v12',
  last: 'm7 6 6 6-6 6M17 6v12',
  star: 'm12 4 2.4 5 5.6.7-4.100 3.800 1.100 5.500-5-2.800-5 2.800 1.100-5.500L4 9.700 9.600 9z',
  play: 'M8 5.500v13l10-6.500z',
  pause: 'M8 6v12M16 6v12',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
