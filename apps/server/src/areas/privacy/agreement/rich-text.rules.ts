import { RICH_LINK, RICH_TAGS } from '@chauffeur/contract/privacy/rich-text'
import sanitizeHtml from 'sanitize-html'

/** What writers of other programs call what we have. */
const SAME_AS = { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', strike: 's', del: 's', ins: 'u', div: 'p' } as const

const withoutDanger = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...RICH_TAGS],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'tel', 'mailto'],
    allowedSchemesAppliedToAttributes: ['href'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 20,
    transformTags: {
      ...SAME_AS,
      a: (_, { href = '' }) => ({ tagName: 'a', attribs: RICH_LINK.test(href) ? { href } : {} }) as sanitizeHtml.Tag,
    },
  }).trim()

/**
 * The text with nothing left in it that could do anything but be read. Clean text stays as it is, letter by letter. It is cleaned twice:
 * within `<svg>` or `<math>` a `<p>` or `<li>` does not end the one before it, but once those are gone it does.
 */
export const cleanRichText = (html: string): string => withoutDanger(withoutDanger(html))

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
/** What is read of clean text, a paragraph each. */
export const paragraphsOf = (clean: string): string[] =>
  sanitizeHtml(clean.replaceAll(/<\/(?:p|h[2-4]|li|blockquote)>|<(?:br|hr) ?\/?>/g, '$&\n'), { allowedTags: [], allowedAttributes: {} })
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
