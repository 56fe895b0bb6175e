/**
 * What an agreement may be made of: words, headings, lists, emphasis and links. The server takes everything else out before it keeps a text, and
 * whatever shows one makes these elements alone, by name, and writes no markup.
 */
export const RICH_TAGS = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'u', 's', 'br', 'hr', 'a'] as const
export type RichTag = (typeof RICH_TAGS)[number]

/** Where a link may lead: another site over TLS, a telephone, a mailbox. */
export const RICH_LINK = /^(?:https:\/\/|tel:|mailto:)[^\s"'<>]+$/i

export const isRichTag = (name: string): name is RichTag => (RICH_TAGS as readonly string[]).includes(name)
