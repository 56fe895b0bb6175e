import type { BodyAndContentType, SessionDescriptionHandler } from 'sip.js'
import { openRtp, type RtpSession } from './rtp-session.ts'
import { readSdp, type RemoteAudio, writeSdp } from './sdp.ts'

/** Offer and answer of a call, and the RTP behind them. */
export interface CallDescription extends SessionDescriptionHandler {
  rtp(): RtpSession | undefined
}

const contentType = 'application/sdp'

export function createDescription(parts: {
  address: () => string
  trusted: () => readonly string[]
  heardKey: (key: string) => void
  /** The far end's audio is known; before the call is answered this is early media. */
  mediaKnown: () => void
}): CallDescription {
  const sessionId = Date.now()
  let version = 0
  let opening: Promise<RtpSession> | undefined
  let session: RtpSession | undefined
  let remote: RemoteAudio | undefined
  let offered = false
  let closed = false

  const open = async () => {
    if (closed) throw new Error('The call is over.')
    opening ??= openRtp(parts.address(), parts.trusted, parts.heardKey)
    const opened = await opening
    // The far end may have gone while the socket was opened.
    if (closed) opened.close()
    session = opened
    return opened
  }

  return {
    rtp: () => session,
    getDescription: async (): Promise<BodyAndContentType> => {
      const { port } = await open()
      version += 1
      const body = writeSdp({ address: parts.address(), port, sessionId, version, ...(remote && !offered ? { to: remote } : {}) })
      offered = remote === undefined
      return { body, contentType }
    },
    setDescription: async (sdp) => {
      const read = readSdp(sdp)
      if (!read) throw new Error('The far end has no G.711 audio.')
      remote = read
      offered = false
      const opened = await open()
      opened.talkTo(read)
      parts.mediaKnown()
    },
    hasDescription: (type) => type === contentType,
    rollbackDescription: async () => {},
    sendDtmf: (keys) => session?.sendKeys(keys) ?? false,
    close: () => {
      closed = true
      session?.close()
    },
  }
}
