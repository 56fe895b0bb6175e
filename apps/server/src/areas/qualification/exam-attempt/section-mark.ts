import { createHash } from 'node:crypto'

/** By this a section is known: of other words it is another, and to be read anew. */
export const sectionMark = ({ title, text }: { title: string; text: string }): string =>
  createHash('sha256').update(`${title}\n${text}`).digest('hex').slice(0, 32)
