/** The one-time link as it is handed over: behind the address the operator works at. */
export const linkOf = (origin: string, path: string): string => `${origin.replace(/\/+$/, '')}${path}`
