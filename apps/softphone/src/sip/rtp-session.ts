import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { fromAlaw, fromUlaw, toAlaw, toUlaw } from '../sound/g711.ts'
import { type Frame, samplesPerFrame } from '../device/audio-bus.ts'
import { createJitterBuffer } from '../sound/jitter.ts'
import { readEvent, readRtp, writeEvent, writeRtp } from './rtp.ts'
import type { RemoteAudio } from './sdp.ts'
import { listening } from './transport.ts'

export interface RtpSession {
  readonly port: number
  /** Where and how to send; again after a hold or a re-INVITE. */
  talkTo(remote: RemoteAudio): void
  /** Frames that came, 20 ms each; undefined is silence. */
  take(): Frame | undefined
  /** One frame out; a key being sent takes its place. */
  send(frame: Frame): void
  sendKeys(keys: string): boolean
  close(): void
}

/** A key lasts 160 ms, and 100 ms of sound lie between two. */
const keyFrames = 8
const gapFrames = 5
const endPackets = 3

/** The audio of one call. Packets are taken from the far end's host alone, and answered to where they came from (NAT). */
export async function openRtp(address: string, trusted: () => readonly string[], heardKey: (key: string) => void): Promise<RtpSession> {
  const socket = createSocket('udp4')
  await listening(socket, 0, address)
  const ssrc = randomInt(2 ** 32)
  const jitter = createJitterBuffer()
  let remote: RemoteAudio | undefined
  let target: { address: string; port: number } | undefined
  let sequence = randomInt(2 ** 16)
  let timestamp = randomInt(2 ** 32)
  let lastEvent = -1
  let first = true
  let keys = ''
  let keyFrame = 0
  let closed = false

  socket.on('error', () => {})
  socket.on('message', (data, from) => {
    const packet = readRtp(data)
    if (!packet || !remote || (from.address !== remote.address && !trusted().includes(from.address))) return
    target = { address: from.address, port: from.port }
    if (packet.payloadType === remote.eventType) {
      const event = readEvent(packet.payload)
      // The end of a key is sent three times, always with the key's own timestamp.
      if (!event?.end || packet.timestamp === lastEvent) return
      lastEvent = packet.timestamp
      heardKey(event.key)
    } else if (packet.payloadType === remote.payloadType) {
      jitter.put(packet.sequence, Int16Array.from(packet.payload, remote.codec === 'PCMA' ? fromAlaw : fromUlaw))
    }
  })

  const out = (payloadType: number, payload: Buffer, at: number, marker: boolean) => {
    sequence = (sequence + 1) & 0xffff
    if (target && !closed)
      socket.send(writeRtp({ payloadType, marker, sequence, timestamp: at, ssrc, payload }), target.port, target.address)
  }

  /** True while a key, or the pause behind it, takes the frame. */
  const sendKey = (eventType: number): boolean => {
    const key = keys[0]
    if (key === undefined) return false
    keyFrame += 1
    const began = timestamp - (keyFrame - 1) * samplesPerFrame
    if (keyFrame <= keyFrames) out(eventType, writeEvent(key, keyFrame * samplesPerFrame, false), began, keyFrame === 1)
    if (keyFrame === keyFrames) {
      for (let i = 0; i < endPackets; i++) out(eventType, writeEvent(key, keyFrames * samplesPerFrame, true), began, false)
    }
    if (keyFrame === keyFrames + gapFrames) {
      keys = keys.slice(1)
      keyFrame = 0
    }
    return keyFrame > 0 && keyFrame <= keyFrames
  }

  return {
    port: socket.address().port,
    talkTo: (given) => {
      remote = given
      target = { address: given.address, port: given.port }
    },
    take: () => jitter.take(),
    send: (frame) => {
      if (!remote) return
      timestamp = (timestamp + samplesPerFrame) >>> 0
      if (remote.eventType !== undefined && sendKey(remote.eventType)) return
      if (remote.direction === 'sendonly' || remote.direction === 'inactive') return
      out(remote.payloadType, Buffer.from(Uint8Array.from(frame, remote.codec === 'PCMA' ? toAlaw : toUlaw)), timestamp, first)
      first = false
    },
    sendKeys: (given) => {
      if (remote?.eventType === undefined) return false
      keys += given
      return true
    },
    close: () => {
      if (closed) return
      closed = true
      socket.close()
    },
  }
}
