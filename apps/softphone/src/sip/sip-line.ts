import { type Invitation, type Inviter, type Session, SessionState } from 'sip.js'
import { createAudioBus } from '../device/audio-bus.ts'
import type { Line, LineListener } from '../device/line.ts'
import type { Log } from '../log.ts'
import { control } from '../protocol/codes.ts'
import type { CallDescription } from './description.ts'
import type { Sound, SoundSession } from '../sound/sound.ts'

export interface SipLine extends Line {
  isFree(): boolean
  isOf(session: Session): boolean
  ring(invitation: Invitation, number: string): void
  heardKey(key: string): void
  mediaKnown(): void
  told(ready: boolean, words: string): void
}

interface Call {
  session: Invitation | Inviter
  /** Both sides have been there. */
  established: boolean
  /** We end it; what the far end still says is no news. */
  ending: boolean
  elsewhere: boolean
  sound: SoundSession | undefined
}

/** One line, no handset: soft hook, dial, caller id, headset. */
const deviceType = 0x8111
const modules = 2 | 16 | 32 | 64
const closedStatus = 480
const busyStatus = 486

/** A call's worth of an account. */
export function createSipLine(parts: {
  sound: Sound | undefined
  log: Log
  isReady: () => boolean
  invite: (number: string) => Inviter
  faulty: (error: unknown) => void
}): SipLine {
  const { sound, log, faulty } = parts
  const audio = createAudioBus()
  let listener: LineListener | undefined
  let call: Call | undefined

  const openAudio = (current: Call) => {
    const rtp = (current.session.sessionDescriptionHandler as CallDescription | undefined)?.rtp()
    if (!rtp) return
    if (!current.sound && sound) {
      current.sound = sound.open((words) => {
        log(`sound: ${words}`)
        listener?.soundFailed(words)
      })
    }
    audio.open({
      far: () => rtp.take(),
      microphone: () => current.sound?.microphone(),
      toFar: (frame) => rtp.send(frame),
      toSpeaker: (frame) => current.sound?.toSpeaker(frame),
    })
  }

  const over = (current: Call) => {
    if (call !== current) return
    audio.close()
    current.sound?.close()
    call = undefined
    if (current.ending) return
    if (current.established) listener?.remoteHungUp()
    else if (isInviter(current.session)) listener?.busy()
    else listener?.gaveUp(current.elsewhere)
  }

  const begin = (session: Invitation | Inviter): Call => {
    const current: Call = { session, established: false, ending: false, elsewhere: false, sound: undefined }
    call = current
    session.stateChange.addListener((state) => {
      if (state === SessionState.Established) {
        current.established = true
        // Cancelled in the very moment of being answered: the library says goodbye itself.
        if (current.ending) return
        openAudio(current)
        if (isInviter(session)) listener?.remoteAnswered()
        else listener?.established()
      } else if (state === SessionState.Terminated) {
        over(current)
      }
    })
    return current
  }

  const end = () => {
    const current = call
    if (!current || current.ending) return
    current.ending = true
    const { session } = current
    audio.close()
    current.sound?.close()
    call = undefined
    if (session.state === SessionState.Established) session.bye().catch(faulty)
    else if (isInviter(session)) session.cancel().catch(faulty)
    else if (session.state === SessionState.Initial) session.reject({ statusCode: busyStatus }).catch(faulty)
    // Our 200 is on its way: goodbye follows when the far end has taken it.
    else session.stateChange.addListener((state) => state === SessionState.Established && void session.bye().catch(faulty))
  }

  return {
    type: deviceType,
    modules,
    controls: new Set([
      control.hook,
      control.lineToHeadset,
      control.playToHeadset,
      control.microphoneToLine,
      control.playToLine,
      control.recordSource,
      8,
      10,
    ]),
    can: {
      dial: true,
      answer: true,
      refuse: true,
      hangUp: true,
      digits: true,
      flash: true,
      handset: false,
      ringHandset: false,
      tones: false,
      callerIdAfterRing: false,
      tellsGaveUp: true,
    },
    audio,
    isReady: parts.isReady,
    isFree: () => call === undefined,
    isOf: (session) => call?.session === session,
    start: (given) => {
      listener = given
    },
    stop: async () => end(),
    ring: (invitation, number) => {
      const current = begin(invitation)
      invitation.delegate = {
        onCancel: ({ request }) => {
          current.elsewhere = /cause\s*=\s*200/i.test(request.getHeader('reason') ?? '')
        },
      }
      if (listener?.incoming(number) !== true) {
        current.ending = true
        call = undefined
        invitation.reject({ statusCode: closedStatus }).catch(faulty)
        return
      }
      invitation.progress({ statusCode: 180 }).catch(faulty)
    },
    answer: () => {
      const session = call?.session
      if (!session || isInviter(session)) return
      session.accept().catch((error: unknown) => {
        faulty(error)
        if (session.state === SessionState.Initial || session.state === SessionState.Establishing) {
          session.reject({ statusCode: 488 }).catch(faulty)
        }
      })
    },
    refuse: end,
    hangUp: end,
    dial: (number) => {
      let inviter: Inviter
      try {
        inviter = parts.invite(number)
      } catch (error) {
        faulty(error)
        return listener?.busy()
      }
      const current = begin(inviter)
      inviter
        .invite({
          requestDelegate: {
            onProgress: ({ message }) => {
              if (call !== current || message.statusCode === 100) return
              listener?.ringBack()
            },
          },
        })
        .catch((error: unknown) => {
          faulty(error)
          over(current)
        })
      return undefined
    },
    sendDigits: (digits) => {
      const session = call?.session
      if (!session) return
      // Where the far end takes no telephone events, INFO is what PBXs know.
      if (session.sessionDescriptionHandler?.sendDtmf(digits) === true) return
      for (const digit of digits) info(session, 'application/dtmf-relay', `Signal=${digit}\r\nDuration=160\r\n`)
    },
    flash: () => {
      if (call) info(call.session, 'application/hook-flash', '')
    },
    heardKey: (key) => listener?.digit(key),
    // Early media: announcements and the PBX's own ring-back are heard.
    mediaKnown: () => {
      if (call && isInviter(call.session) && !call.established) openAudio(call)
    },
    told: (ready, words) => listener?.ready(ready, words),
  }

  function info(session: Session, type: string, content: string): void {
    if (session.state !== SessionState.Established) return
    const body = { contentDisposition: 'render', contentType: type, content }
    session.info({ requestOptions: { body } }).catch(faulty)
  }
}

function isInviter(session: Session): session is Inviter {
  return 'cancel' in session
}
