// The little of a SIP message's text that the transport itself must know (RFC 3261, sections 17 and 18).

export interface Glance {
  /** Absent in a response. */
  method: string | undefined
  /** 0 in a request. */
  status: number
  /** Of the topmost Via; empty when there is none. */
  branch: string
  /** The method that CSeq names. */
  cseq: string
}

const topVia = /^(?:Via|v)[ \t]*:[ \t]*(SIP[ \t]*\/[ \t]*2\.0[ \t]*\/[ \t]*\w+[ \t]+)([^;,\s]+)([^\r\n]*)/im

export function glance(message: string): Glance {
  const first = message.slice(0, message.indexOf('\r\n'))
  const status = /^SIP\/2\.0 (\d{3})/.exec(first)?.[1]
  return {
    method: status === undefined ? (/^([A-Z]+) /.exec(first)?.[1] ?? '') : undefined,
    status: Number(status ?? 0),
    branch: /;[ \t]*branch[ \t]*=[ \t]*([^;,\s]+)/i.exec(topVia.exec(message)?.[3] ?? '')?.[1] ?? '',
    cseq: /^CSeq[ \t]*:[ \t]*\d+[ \t]+(\w+)/im.exec(message)?.[1]?.toUpperCase() ?? '',
  }
}

/** Puts another sender into the topmost Via: the transport alone knows where it sends from. */
export function withSentBy(message: string, sentBy: string): string {
  return message.replace(topVia, (_, protocol: string, _host: string, rest: string) => `Via: ${protocol}${sentBy}${rest}`)
}

const headEnd = '\r\n\r\n'
const maxMessageBytes = 128 * 1024

/** Cuts a stream into messages by Content-Length. Throws when what comes is no SIP; the connection is of no more use then. */
export function createFramer(): (chunk: Buffer) => string[] {
  let held = Buffer.alloc(0)
  return (chunk) => {
    held = Buffer.concat([held, chunk])
    const messages: string[] = []
    for (;;) {
      // Empty lines between messages keep the connection alive.
      let start = 0
      while (held[start] === 0x0d || held[start] === 0x0a) start += 1
      held = held.subarray(start)
      const end = held.indexOf(headEnd)
      if (end < 0) {
        if (held.length > maxMessageBytes) throw new Error('A message without an end.')
        return messages
      }
      const length = Number(/^(?:Content-Length|l)[ \t]*:[ \t]*(\d{1,7})[ \t]*$/im.exec(held.toString('latin1', 0, end))?.[1])
      if (Number.isNaN(length) || length > maxMessageBytes) throw new Error('A message without its length.')
      const whole = end + headEnd.length + length
      if (held.length < whole) return messages
      messages.push(held.toString('utf8', 0, whole))
      held = held.subarray(whole)
    }
  }
}
