import { Subscriber, SubscriptionState } from 'sip.js'
import type { Line, LineListener } from '../device/line.ts'
import type { Log } from '../log.ts'
import { control } from '../protocol/codes.ts'
import type { SipAccount } from './account.ts'
import type { SipAccountSettings } from './account-settings.ts'
import { atPbx, createPbxAgent } from './agent.ts'
import { callerNumber, userOf } from './caller.ts'
import { readDialogInfo, type WatchedDialog } from './dialog-info.ts'

const watchAgainMs = 15_000
const leaveMs = 500
/** IC with a telephone beside it: caller id, handset. */
const deviceType = 0x8111
const modules = 2 | 4

interface FollowedLine extends Line {
  readonly dialog: () => string | undefined
  follow(dialog: WatchedDialog): void
  told(ready: boolean, words: string): void
}

/**
 * The operator's own SIP telephone, followed by the dialog events its PBX sends (RFC 4235). It rings, is lifted and put down by
 * hand; from here it can be told to dial (REFER).
 */
export function createFollower({ settings, log }: { settings: SipAccountSettings; log: Log }): SipAccount {
  let stopping = false
  let watching = false
  let again: NodeJS.Timeout | undefined
  let subscriber: Subscriber | undefined

  const pbx = createPbxAgent({
    settings,
    log,
    connected: () => watch(),
    lost: (words) => tellAll(false, words),
    delegate: { onInvite: (invitation) => void invitation.reject({ statusCode: 480 }).catch(pbx.faulty) },
  })
  const { agent, uri, faulty } = pbx

  const refer = (number: string, failed: () => void) => {
    const message = agent.userAgentCore.makeOutgoingRequestMessage('REFER', uri, uri, uri, {}, [
      `Refer-To: <${atPbx(number, uri).toString()}>`,
      `Referred-By: <${uri.toString()}>`,
      'Refer-Sub: false',
      `Contact: ${agent.contact.toString()}`,
    ])
    agent.userAgentCore.request(message, {
      onReject: ({ message: answer }) => {
        log(`the telephone was not told to dial: ${answer.statusCode} ${answer.reasonPhrase}`)
        failed()
      },
    })
  }
  const lines = Array.from({ length: settings.lines }, () => createFollowedLine(() => watching, refer))

  function tellAll(ready: boolean, words: string): void {
    watching = ready
    for (const line of lines) line.told(ready, words)
  }

  function later(): void {
    clearTimeout(again)
    if (!stopping) again = setTimeout(watch, watchAgainMs)
  }

  function watch(): void {
    clearTimeout(again)
    subscriber?.dispose().catch(faulty)
    const current = new Subscriber(agent, uri, 'dialog', {
      expires: settings.expiresS,
      extraHeaders: ['Accept: application/dialog-info+xml'],
    })
    subscriber = current
    current.delegate = {
      onNotify: (notification) => {
        notification.accept().catch(faulty)
        if (subscriber === current) heard(notification.request.body)
      },
    }
    current.stateChange.addListener((state) => {
      if (subscriber !== current || stopping) return
      if (state === SubscriptionState.Subscribed) tellAll(true, `follows the telephone ${settings.uri}`)
      if (state === SubscriptionState.Terminated) {
        tellAll(false, `no longer follows the telephone ${settings.uri}`)
        later()
      }
    })
    current.subscribe().catch((error: unknown) => {
      faulty(error)
      later()
    })
  }

  function heard(body: string): void {
    const info = body === '' ? undefined : readDialogInfo(body)
    if (!info) return
    for (const dialog of info.dialogs) {
      const known = lines.find((line) => line.dialog() === dialog.id)
      const line = known ?? (dialog.state === 'terminated' ? undefined : lines.find((one) => one.dialog() === undefined))
      line?.follow(dialog)
    }
    if (!info.full) return
    for (const line of lines) {
      const id = line.dialog()
      if (id === undefined || info.dialogs.some((dialog) => dialog.id === id)) continue
      line.follow({ id, direction: 'in', state: 'terminated', cause: '', remote: '' })
    }
  }

  return {
    lines,
    start: pbx.connect,
    stop: async () => {
      stopping = true
      clearTimeout(again)
      const left = subscriber?.dispose().catch(faulty)
      await Promise.race([left, new Promise((resolve) => setTimeout(resolve, leaveMs))])
      await pbx.stop()
    },
  }
}

function createFollowedLine(isReady: () => boolean, refer: (number: string, failed: () => void) => void): FollowedLine {
  let listener: LineListener | undefined
  let current: { id: string; direction: 'in' | 'out'; talking: boolean; lifted: boolean; ringing: boolean } | undefined
  const cannot = () => {}

  const lift = (call: NonNullable<typeof current>) => {
    if (call.lifted) return
    call.lifted = true
    listener?.handset(true)
  }

  const ended = (call: NonNullable<typeof current>, cause: string) => {
    current = undefined
    // `replaced`: another telephone of the group took it.
    if (call.ringing && !call.lifted) return listener?.gaveUp(cause === 'replaced')
    if (call.talking && cause.startsWith('remote')) listener?.remoteHungUp()
    else if (!call.talking && call.direction === 'out') listener?.busy()
    listener?.handset(false)
    return undefined
  }

  return {
    type: deviceType,
    modules,
    controls: new Set([control.handsetConnected]),
    can: {
      dial: true,
      answer: false,
      refuse: false,
      hangUp: false,
      digits: false,
      flash: false,
      handset: true,
      ringHandset: false,
      tones: false,
      callerIdAfterRing: false,
      tellsGaveUp: true,
    },
    audio: undefined,
    isReady,
    start: (given) => {
      listener = given
    },
    stop: async () => {},
    dial: (number) => refer(number, () => listener?.busy()),
    answer: () => listener?.established(),
    refuse: cannot,
    hangUp: cannot,
    sendDigits: cannot,
    flash: cannot,
    dialog: () => current?.id,
    follow: ({ id, direction, state, cause, remote }) => {
      const call = (current ??= { id, direction, talking: false, lifted: false, ringing: false })
      const number = callerNumber(userOf(remote))
      if (state === 'terminated') return ended(call, cause)
      if (direction === 'in') {
        if (!call.ringing) {
          call.ringing = true
          listener?.incoming(number)
        }
        if (state === 'confirmed') {
          call.talking = true
          lift(call)
        }
        return undefined
      }
      if (!call.lifted) {
        lift(call)
        for (const key of number.split('')) listener?.handsetDigit(key)
      }
      if (state === 'early') listener?.ringBack()
      if (state === 'confirmed' && !call.talking) {
        call.talking = true
        listener?.remoteAnswered()
      }
      return undefined
    },
    told: (ready, words) => listener?.ready(ready, words),
  }
}
