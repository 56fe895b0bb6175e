import type { Taken } from './book.ts'

const plain = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const clock = (at: number) => new Date(at).toISOString().slice(11, 19)

/** What arrived, the last first, as on the telephones it went to. */
export const pageOf = (taken: readonly Taken[]): string => `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<title>短信 / Messages</title><style>body{font:14px system-ui;margin:24px;color:#dbe4f0;background:#0d1626}td{padding:6px 12px;border-bottom:1px solid #24324a;vertical-align:top}</style>
<h1>短信 / Messages (${taken.length})</h1><table>${taken
  .slice(-200)
  .toReversed()
  .map(
    ({ at, provider, phone, text, report }) =>
      `<tr><td>${clock(at)}<td>${provider}<td>${plain(phone)}<td>${plain(text)}<td>${report ? plain(report.code) : '…'}`,
  )
  .join('')}</table>`
