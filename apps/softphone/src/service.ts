import { join } from 'node:path'
import { createClock } from './clock.ts'
import { createPlayer } from './commands/player.ts'
import { createRecorder } from './commands/recorder.ts'
import { createUploader } from './commands/uploader.ts'
import { createUserSettings } from './commands/user-settings.ts'
import { createDevice } from './device/device.ts'
import type { Line } from './device/line.ts'
import type { Log } from './log.ts'
import { event } from './protocol/codes.ts'
import { createEventStream } from './protocol/poll.ts'
import { startServer } from './server.ts'
import type { Settings } from './settings.ts'
import { createSimDesk } from './sim/sim-desk.ts'
import { createSimLine, type SimLine } from './sim/sim-line.ts'
import { createSipAccount, type SipAccount } from './sip/account.ts'
import { createFollower } from './sip/follower.ts'
import { findSound } from './sound/sound.ts'

const version = '1.0.0.0'

export interface Service {
  port: number
  stop(): Promise<void>
}

/** The whole service with the lines of its settings. Throws in words when a line or the port cannot be had. */
export async function startService(settings: Settings, log: Log): Promise<Service> {
  const clock = createClock(settings.speed)
  const events = createEventStream()
  const simulated: SimLine[] = settings.simulate ? Array.from({ length: settings.lines }, () => createSimLine(clock)) : []
  const accounts = openAccounts(settings, log)
  const lines: Line[] = [...simulated, ...accounts.flatMap((account) => account.lines)]
  const device = createDevice({ lines, clock, events, log })
  const recorder = createRecorder(join(settings.folder, 'recfile'))
  const player = createPlayer()
  const uploader = createUploader({
    origins: [...settings.origins, ...settings.uploadOrigins],
    log,
    told: (handle, success) =>
      events.push({ ch: 0, e_type: success ? event.uploadDone : event.uploadFailed, e_handle: handle, l_result: handle, e_data: '' }),
  })
  device.onClose(() => {
    recorder.stopAll()
    player.stopAll()
  })
  const server = await startServer({
    port: settings.port,
    origins: settings.origins,
    events,
    context: { device, recorder, player, uploader, settings: createUserSettings(settings.folder), log, version },
    sim: settings.simulate ? createSimDesk(device, simulated) : undefined,
  })
  for (const account of accounts) account.start()
  return {
    port: server.port,
    stop: async () => {
      uploader.stopAll()
      await device.stop()
      await Promise.all(accounts.map((account) => account.stop()))
      await server.stop()
    },
  }
}

function openAccounts({ accounts, audio }: Settings, log: Log): SipAccount[] {
  if (audio === 'none') return accounts.map((settings) => createFollower({ settings, log }))
  const sound = audio === 'devices' && accounts.length > 0 ? findSound() : undefined
  if (audio === 'devices' && accounts.length > 0 && !sound) {
    throw new Error(
      'No microphone and loudspeaker can be used: neither parec and pacat, arecord and aplay, nor SoX are installed. ' +
        'Install one of them, or start with --no-audio (the operator has a SIP telephone) or --audio record.',
    )
  }
  if (sound) log(`sound by ${sound.name}`)
  return accounts.map((settings) => createSipAccount({ settings, sound, log }))
}
