// RTP packets (RFC 3550) and telephone events (RFC 4733).

export interface RtpPacket {
  payloadType: number
  marker: boolean
  sequence: number
  timestamp: number
  ssrc: number
  payload: Buffer
}

const fixedBytes = 12

/** Undefined when it is no RTP of version 2. */
export function readRtp(data: Buffer): RtpPacket | undefined {
  if (data.length < fixedBytes || data.readUInt8(0) >> 6 !== 2) return undefined
  const flags = data.readUInt8(0)
  let start = fixedBytes + (flags & 0x0f) * 4
  if ((flags & 0x10) !== 0) {
    if (data.length < start + 4) return undefined
    start += 4 + data.readUInt16BE(start + 2) * 4
  }
  const padding = (flags & 0x20) !== 0 ? data.readUInt8(data.length - 1) : 0
  if (start > data.length - padding) return undefined
  return {
    payloadType: data.readUInt8(1) & 0x7f,
    marker: (data.readUInt8(1) & 0x80) !== 0,
    sequence: data.readUInt16BE(2),
    timestamp: data.readUInt32BE(4),
    ssrc: data.readUInt32BE(8),
    payload: data.subarray(start, data.length - padding),
  }
}

export function writeRtp({ payloadType, marker, sequence, timestamp, ssrc, payload }: RtpPacket): Buffer {
  const head = Buffer.alloc(fixedBytes)
  head.writeUInt8(0x80, 0)
  head.writeUInt8((marker ? 0x80 : 0) | payloadType, 1)
  head.writeUInt16BE(sequence & 0xffff, 2)
  head.writeUInt32BE(timestamp >>> 0, 4)
  head.writeUInt32BE(ssrc >>> 0, 8)
  return Buffer.concat([head, payload])
}

const keys = '0123456789*#ABCD'

export function readEvent(payload: Buffer): { key: string; end: boolean } | undefined {
  if (payload.length < 4) return undefined
  const key = keys[payload.readUInt8(0)]
  return key === undefined ? undefined : { key, end: (payload.readUInt8(1) & 0x80) !== 0 }
}

const volumeDbm0 = 10

export function writeEvent(key: string, duration: number, end: boolean): Buffer {
  const payload = Buffer.alloc(4)
  payload.writeUInt8(Math.max(0, keys.indexOf(key)), 0)
  payload.writeUInt8((end ? 0x80 : 0) | volumeDbm0, 1)
  payload.writeUInt16BE(duration, 2)
  return payload
}
