export interface SseMessage {
  id: string
  event: string
  data: string
}

/** The messages of a `text/event-stream` body, as they arrive. Comment lines come through as an empty message: a sign of life. */
export async function* sseReader(body: ReadableStream<Uint8Array>): AsyncGenerator<SseMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      // NOTE: what was looked through before is not looked through again, but for its end, which may be half of the empty line.
      const end = /\r?\n\r?\n/g
      end.lastIndex = Math.max(0, rest.length - 3)
      rest += value
      let from = 0
      for (let found = end.exec(rest); found; found = end.exec(rest)) {
        yield parse(rest.slice(from, found.index))
        from = end.lastIndex
      }
      if (from > 0) rest = rest.slice(from)
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function parse(block: string): SseMessage {
  const message: SseMessage = { id: '', event: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith(':')) continue
    const at = line.indexOf(':')
    const field = at < 0 ? line : line.slice(0, at)
    const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '')
    if (field === 'id') message.id = value
    else if (field === 'event') message.event = value
    else if (field === 'data') data.push(value)
  }
  message.data = data.join('\n')
  return message
}
