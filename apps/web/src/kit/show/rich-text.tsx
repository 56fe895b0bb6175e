import { isRichTag, RICH_LINK } from '@chauffeur/contract/privacy/rich-text'
import { createElement, type ReactNode, useMemo } from 'react'
import './rich-text.css'

/** Only elements that an agreement may have are made, by name, with no attribute but a link that may be followed: markup is read and never written. */
function drawn(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
  if (!(node instanceof Element)) return null
  const tag = node.tagName.toLowerCase()
  if (tag === 'script' || tag === 'style') return null
  const inside = [...node.childNodes].map(drawn)
  if (!isRichTag(tag)) return <span key={key}>{inside}</span>
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key })
  const href = tag === 'a' ? (node.getAttribute('href') ?? '') : ''
  if (RICH_LINK.test(href))
    return (
      <a key={key} href={href} target="_blank" rel="noreferrer noopener">
        {inside}
      </a>
    )
  return createElement(tag === 'a' ? 'span' : tag, { key }, ...inside)
}

/** A text with headings, lists and emphasis, as whoever reads it sees it. */
export function RichText({ html }: { html: string }) {
  const parts = useMemo(() => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map(drawn), [html])
  return (
    <div className="rich-text" data-given="">
      {parts}
    </div>
  )
}
