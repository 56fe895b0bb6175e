/** Of the stand-in that `npm start` runs beside the demo, on this machine alone. */
export const DEMO_NUMBERS = {
  appKey: 'demo',
  secret: 'the demo’s own number service',
  pool: Array.from({ length: 12 }, (_, n) => `170000020${String(n + 1).padStart(2, '0')}`),
}
