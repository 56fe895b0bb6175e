import { SERVICE_PORT, SOCKET_WAIT_MS } from './codes.ts'

/** Status commands over the service's websocket. */
export interface StatusSocket {
  /**
   * `gone` where there is no socket and nothing was sent; `late` where no answer came, so that nobody knows whether it was done;
   * empty when done; else why not, in the service's words.
   */
  send(cmd: string, param: Record<string, unknown>): Promise<string>
  close(): void
}

const ANSWER_MS = 3_000
const MAX_FRAME = 65_536
const MAX_WORDS = 100

/** Waits three seconds for the connection; a service without one is used over JSONP alone. */
export function openStatusSocket(url = `ws://127.0.0.1:${SERVICE_PORT}/ws`): StatusSocket {
  const waiting = new Map<string, ((words: string) => void)[]>()
  let socket: WebSocket | null = null
  try {
    socket = new WebSocket(url)
  } catch {
    // NOTE: a policy of the browser may forbid it; the telephone works without.
  }
  const opened = new Promise<boolean>((resolve) => {
    if (!socket) return resolve(false)
    const late = setTimeout(() => {
      resolve(false)
      socket?.close()
    }, SOCKET_WAIT_MS)
    socket.onopen = () => {
      clearTimeout(late)
      resolve(true)
    }
    socket.onclose = () => {
      clearTimeout(late)
      resolve(false)
      for (const answer of [...waiting.values()].flat()) answer('late')
      waiting.clear()
    }
  })
  if (socket)
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      const answer = answerOf(data)
      if (answer) waiting.get(answer.cmd)?.shift()?.(answer.words)
    }
  return {
    send: async (cmd, param) => {
      if (!(await opened) || socket?.readyState !== WebSocket.OPEN) return 'gone'
      return new Promise<string>((resolve) => {
        const answered = (words: string) => {
          clearTimeout(timer)
          resolve(words)
        }
        const timer = setTimeout(() => {
          waiting.set(
            cmd,
            (waiting.get(cmd) ?? []).filter((one) => one !== answered),
          )
          resolve('late')
        }, ANSWER_MS)
        waiting.set(cmd, [...(waiting.get(cmd) ?? []), answered])
        socket.send(JSON.stringify({ cmd, request: { param, uri: '', keepResponse: false } }))
      })
    },
    close: () => socket?.close(),
  }
}

/** The answer to a command, every field looked at; pushed states and anything else are passed over. */
function answerOf(data: unknown): { cmd: string; words: string } | null {
  if (typeof data !== 'string' || data.length > MAX_FRAME) return null
  try {
    const frame = JSON.parse(data) as { cmd?: unknown; response?: { state?: unknown; msg?: unknown } } | null
    if (typeof frame?.cmd !== 'string' || !frame.cmd.startsWith('cmd') || typeof frame.response !== 'object') return null
    const { state, msg } = frame.response
    if (state === 0) return { cmd: frame.cmd, words: '' }
    return { cmd: frame.cmd, words: typeof msg === 'string' && msg !== '' ? msg.slice(0, MAX_WORDS) : '—' }
  } catch {
    return null
  }
}
