export const ink = {
  canvas: '#0a0c10',
  surface: '#161a22',
  line: '#2b313c',
  fg: '#f3f4f6',
  muted: '#b4bbc8',
  faint: '#9099a8',
  gold: '#e9bd55',
  onGold: '#1c1403',
  paper: '#ffffff',
} as const;

/** SVG path data in a square of 24. */
export const seal = {
  disc: 'M12 2.4l2.6 1.9 3.2-.2 1 3.1 2.7 1.7-1 3.1 1 3-2.7 1.8-1 3.1-3.2-.2L12 21.6l-2.6-1.9-3.2.2-1-3.1-2.7-1.8 1-3-1-3.1 2.7-1.7 1-3.1 3.2.2z',
  tick: 'M8.2 12.2l2.6 2.6 5-5.2',
} as const;

/** In a square of 24. */
export const coin = {
  rim: 'M1.8 12a10.2 10.2 0 1 0 20.4 0a10.2 10.2 0 1 0-20.4 0z',
  letter: 'M9.5 17.5v-7.6a3.4 3.4 0 1 1 3.4 3.4H11',
} as const;

/** In a square of 32: a P that is a key, with the token in its eye. */
export const mark = {
  key: 'M9.5 28V12.5a8 8 0 1 1 8 8h-3M9.5 25.5h4',
  eye: 'M14.9 12.5a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z',
} as const;
