import { createHash } from 'node:crypto'

/** By which a proof names what was read. */
export const digestOf = (title: string, html: string): string => createHash('sha256').update(`${title}\n${html}`).digest('hex')
