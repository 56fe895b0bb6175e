/** A telephone handset, as a line on a 16 × 16 field. */
export const HANDSET =
  'M3.2 2.5h2.4l1.1 3-1.5 1.2a8 8 0 0 0 4.1 4.1l1.2-1.5 3 1.1v2.4c0 .6-.5 1.2-1.2 1.1A11.4 11.4 0 0 1 2.1 3.7c-.1-.7.5-1.2 1.1-1.2Z'
