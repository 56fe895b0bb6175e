// Session descriptions of one audio stream (RFC 4566, 3264): G.711 and telephone events.

export type Codec = 'PCMA' | 'PCMU'

export interface RemoteAudio {
  address: string
  port: number
  codec: Codec
  payloadType: number
  /** Payload type of telephone events (RFC 4733), when the far end takes them. */
  eventType: number | undefined
  direction: Direction
}

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

const staticTypes: Record<Codec, number> = { PCMU: 0, PCMA: 8 }
const directions: readonly string[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive']
const reversed: Record<Direction, Direction> = { sendrecv: 'sendrecv', sendonly: 'recvonly', recvonly: 'sendonly', inactive: 'inactive' }
const defaultEventType = 101

/** The first audio stream with a codec of ours, in the far end's order of preference. Undefined when there is none. */
export function readSdp(sdp: string): RemoteAudio | undefined {
  const [session = '', ...media] = sdp.replaceAll('\r\n', '\n').split(/^(?=m=)/m)
  for (const part of media) {
    const line = /^m=audio (\d{1,5})(?:\/\d+)? RTP\/AVPF? ([\d ]+)/.exec(part)
    const port = Number(line?.[1])
    const address = addressOf(part) ?? addressOf(session)
    if (!line || port === 0 || port > 65_535 || address === undefined) continue
    const types = (line[2] ?? '').trim().split(/ +/).map(Number)
    const codec = types.map((type) => ({ type, codec: codecOf(part, type) })).find((one) => one.codec !== undefined)
    if (codec?.codec === undefined) continue
    return {
      address,
      port,
      codec: codec.codec,
      payloadType: codec.type,
      eventType: types.find((type) => new RegExp(`^a=rtpmap:${type} telephone-event/8000`, 'im').test(part)),
      direction: directionOf(part) ?? directionOf(session) ?? 'sendrecv',
    }
  }
  return undefined
}

/** Our side: an offer of all we have, or the answer to what the far end offered. */
export function writeSdp(ours: { address: string; port: number; sessionId: number; version: number; to?: RemoteAudio }): string {
  const { address, port, sessionId, version, to } = ours
  const codecs: [Codec, number][] = to
    ? [[to.codec, to.payloadType]]
    : [
        ['PCMA', staticTypes.PCMA],
        ['PCMU', staticTypes.PCMU],
      ]
  const events = to ? to.eventType : defaultEventType
  const types = [...codecs.map(([, type]) => type), ...(events === undefined ? [] : [events])]
  return `${[
    'v=0',
    `o=- ${sessionId} ${version} IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${types.join(' ')}`,
    ...codecs.map(([name, type]) => `a=rtpmap:${type} ${name}/8000`),
    ...(events === undefined ? [] : [`a=rtpmap:${events} telephone-event/8000`, `a=fmtp:${events} 0-15`]),
    'a=ptime:20',
    `a=${to ? reversed[to.direction] : 'sendrecv'}`,
  ].join('\r\n')}\r\n`
}

function codecOf(part: string, type: number): Codec | undefined {
  const named = new RegExp(`^a=rtpmap:${type} ([\\w-]+)/8000`, 'im').exec(part)?.[1]?.toUpperCase()
  if (named === 'PCMA' || named === 'PCMU') return named
  if (named !== undefined) return undefined
  return type === staticTypes.PCMA ? 'PCMA' : type === staticTypes.PCMU ? 'PCMU' : undefined
}

function addressOf(part: string): string | undefined {
  return /^c=IN IP4 ([\d.]{7,15})/m.exec(part)?.[1]
}

function directionOf(part: string): Direction | undefined {
  return [...part.matchAll(/^a=(\w+)\s*$/gm)].map((match) => match[1] ?? '').find((one) => directions.includes(one)) as
    | Direction
    | undefined
}
