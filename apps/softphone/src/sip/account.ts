import { type Invitation, Inviter, Registerer, RegistererState } from 'sip.js'
import type { Line } from '../device/line.ts'
import type { Log } from '../log.ts'
import type { SipAccountSettings } from './account-settings.ts'
import { atPbx, createPbxAgent } from './agent.ts'
import { callerNumber, userOf } from './caller.ts'
import { createDescription } from './description.ts'
import { readSdp } from './sdp.ts'
import { createSipLine, type SipLine } from './sip-line.ts'
import type { Sound } from '../sound/sound.ts'

export interface SipAccount {
  readonly lines: readonly Line[]
  start(): void
  stop(): Promise<void>
}

const registerAgainMs = 15_000
const unregisterMs = 1_000
/** Refreshed when so much of a registration's time has passed. */
const refreshAtPercent = 80

interface Parts {
  settings: SipAccountSettings
  sound: Sound | undefined
  log: Log
}

/** One account at a PBX with as many lines as it may have calls at once. */
export function createSipAccount({ settings, sound, log }: Parts): SipAccount {
  let stopping = false
  let registered = false
  let again: NodeJS.Timeout | undefined

  const pbx = createPbxAgent({
    settings,
    log,
    connected: () => {
      if (settings.register) register()
      else tellAll(true, `ready at ${settings.host} without registration`)
    },
    lost: (words) => tellAll(false, words),
    delegate: {
      onInvite: (invitation) => {
        const { body } = invitation.request
        const line = lines.find((one) => one.isFree())
        // Known before it rings: nobody shall lift the receiver for a call that cannot be heard.
        if (body !== '' && !readSdp(body)) invitation.reject({ statusCode: 488 }).catch(pbx.faulty)
        else if (line) line.ring(invitation, callerOf(invitation))
        else invitation.reject({ statusCode: 486 }).catch(pbx.faulty)
      },
    },
    options: {
      sessionDescriptionHandlerFactory: (session) =>
        createDescription({
          address: pbx.address,
          trusted: () => settings.mediaHosts,
          heardKey: (key) => lines.find((line) => line.isOf(session))?.heardKey(key),
          mediaKnown: () => lines.find((line) => line.isOf(session))?.mediaKnown(),
        }),
    },
  })
  const { agent, uri, faulty } = pbx

  const lines: SipLine[] = Array.from({ length: settings.lines }, () =>
    createSipLine({
      sound,
      log,
      faulty,
      isReady: () => (settings.register ? registered : agent.isConnected()),
      invite: (number) => new Inviter(agent, atPbx(number, uri), { earlyMedia: true }),
    }),
  )
  const registerer = new Registerer(agent, {
    registrar: atPbx('', uri),
    expires: settings.expiresS,
    refreshFrequency: refreshAtPercent,
  })

  function tellAll(ready: boolean, words: string): void {
    for (const line of lines) line.told(ready, words)
  }

  function registerLater(): void {
    clearTimeout(again)
    if (!stopping) again = setTimeout(register, registerAgainMs)
  }

  function register(): void {
    clearTimeout(again)
    const refused = (status: number | undefined, reason: string | undefined) => {
      registered = false
      tellAll(false, `the PBX does not register ${settings.uri}: ${status ?? ''} ${reason ?? ''}`)
      registerLater()
    }
    registerer
      .register({ requestDelegate: { onReject: ({ message }) => refused(message.statusCode, message.reasonPhrase) } })
      .catch((error: unknown) => {
        faulty(error)
        registerLater()
      })
  }

  registerer.stateChange.addListener((state) => {
    const now = state === RegistererState.Registered
    if (now === registered || stopping) return
    registered = now
    tellAll(now, `${now ? 'registered' : 'no longer registered'} ${settings.uri}`)
    // Lapsed, or thrown out by the registrar.
    if (!now) registerLater()
  })

  function unregister(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, unregisterMs)
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      registerer.unregister({ requestDelegate: { onAccept: done, onReject: done } }).catch(faulty)
    })
  }

  return {
    lines,
    start: pbx.connect,
    stop: async () => {
      stopping = true
      clearTimeout(again)
      await Promise.all(lines.map((line) => line.stop()))
      if (registered) await unregister()
      await pbx.stop()
    },
  }
}

/** The network's own word on who calls goes before what the caller says of himself. */
function callerOf({ request, remoteIdentity }: Invitation): string {
  if (/\bid\b/.test(request.getHeader('privacy') ?? '')) return ''
  const asserted = request.getHeader('p-asserted-identity')
  return callerNumber(asserted === undefined ? (remoteIdentity.uri.user ?? '') : userOf(asserted))
}
