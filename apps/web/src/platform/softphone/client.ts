import {
  COMMAND_TIMEOUT_MS,
  DEVICE,
  EVENT,
  INFO,
  LINE_IN_GAIN,
  MAX_CHANNELS,
  CONTROL,
  PARAM_LINE_IN,
  POLL_TIMEOUT_MS,
  VERSION_TIMEOUT_MS,
} from './codes.ts'
import { ServiceSlow, type Transport } from './transport.ts'
import { commandQuery, eventOf, type CommandParameters, type PhoneEvent, type Reply, replyOf } from './wire.ts'

/** `absent`: no service. `failed`: a service, but no device behind it: disabled until somebody tries again. */
export type DeviceState = 'connecting' | 'absent' | 'failed' | 'ready'
/** What `check_ver` said; -99 is no answer. */
export type DriverCheck = number
export const driverText: Record<number, string> = {
  0: '驱动已安装',
  1: '已安装试用版驱动',
  2: '未找到验证服务器',
  3: '验证服务器用户数已满',
}
export const noDriverText = { missing: '本机未安装驱动，请下载安装' }

export interface DeviceInfo {
  channels: number
  serial: string
  type: string
  version: string
}
export interface ClientEvents {
  state(state: DeviceState, driver: DriverCheck): void
  info(info: DeviceInfo): void
  event(event: PhoneEvent): void
}
export interface Client {
  /** Sends a command; rejects where the service cannot be reached. */
  command(act: string, para: CommandParameters): Promise<Reply>
  /** The number of a command's answer; text counts as done. */
  number(act: string, para: CommandParameters): Promise<number>
  /** Tries at once what would be tried later, or again what was given up. */
  retry(): void
  stop(): void
}

const NO_ANSWER = -99
/** Seconds between tries at a service that is not there: after the third never more than one in five. */
const PAUSES_S = [1, 2, 5, 5, 5, 10, 10, 20, 30]
export const pauseAfter = (failures: number): number => PAUSES_S[Math.min(failures, PAUSES_S.length) - 1] ?? 1

/** Talks to the service for as long as it runs: finds it, opens the device, and asks for events one after the other. */
export function startClient(transport: Transport, tell: ClientEvents): Client {
  let stopped = false
  let state: DeviceState = 'connecting'
  let driver: DriverCheck = NO_ANSWER
  let failures = 0
  let wake: () => void = () => {}
  /** Of a connection; what belongs to an earlier one says nothing more. */
  let turn = 0

  const hasFailed = () => state === 'failed'
  const set = (next: DeviceState) => {
    state = next
    if (!stopped) tell.state(state, driver)
  }
  const command = async (act: string, para: CommandParameters, timeoutMs = COMMAND_TIMEOUT_MS): Promise<Reply> =>
    replyOf(await transport.ask('/cmd/', commandQuery(act, para), timeoutMs))
  const number = async (act: string, para: CommandParameters): Promise<number> => {
    const { result } = await command(act, para)
    return typeof result === 'number' ? result : 1
  }
  const pause = (seconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run() {
    while (!stopped) {
      if (hasFailed()) await new Promise<void>((resolve) => (wake = resolve))
      if (stopped) return
      driver = await command('check_ver', { a: 1 }, VERSION_TIMEOUT_MS).then(
        ({ result }) => (typeof result === 'number' ? result : NO_ANSWER),
        () => NO_ANSWER,
      )
      if (stopped) return
      if (driver === NO_ANSWER) {
        set('absent')
        await pause(pauseAfter(++failures))
        continue
      }
      const mine = ++turn
      set('connecting')
      const opened = open(mine).catch(() => undefined)
      await poll(mine)
      await opened
    }
  }

  /** Poll after poll until the service is gone or the device failed. The next one is under way before an event is acted upon. */
  async function poll(mine: number) {
    let open = transport.ask('/msg/', { act: 'get' }, POLL_TIMEOUT_MS)
    while (!stopped && mine === turn && !hasFailed()) {
      try {
        const event = eventOf(await open)
        if (stopped || mine !== turn) return
        failures = 0
        open = transport.ask('/msg/', { act: 'get' }, POLL_TIMEOUT_MS)
        open.catch(() => undefined)
        if (event) act(event)
      } catch (error) {
        if (stopped || mine !== turn || hasFailed()) return
        // Thirty seconds without an answer are a quiet line; the poll is asked anew.
        if (!(error instanceof ServiceSlow)) {
          set('absent')
          return pause(pauseAfter(++failures))
        }
        open = transport.ask('/msg/', { act: 'get' }, POLL_TIMEOUT_MS)
      }
    }
    open.catch(() => undefined)
  }

  function act(event: PhoneEvent) {
    tell.event(event)
    // The specification's exceptions: whoever of the two hangs up, the channel is put on hook.
    if (event.code === EVENT.handsetDown || event.code === EVENT.remoteHungUp)
      command('QNV_SetDevCtrl', { a: event.ch, b: CONTROL.hook, c: 0 }).catch(() => undefined)
  }

  async function open(mine: number) {
    const count = () => number('QNV_DevInfo', { a: 0, b: INFO.channels })
    let channels = await count()
    const before = channels > 0
    if (!before) {
      await command('QNV_OpenDevice', { a: DEVICE.phone, b: 0 })
      channels = await count()
    }
    if (stopped || mine !== turn) return
    if (channels <= 0) {
      set('failed')
      return transport.dropPoll()
    }
    channels = Math.min(channels, MAX_CHANNELS)
    if (!before)
      for (let ch = 0; ch < channels; ch++) command('QNV_SetParam', { a: ch, b: PARAM_LINE_IN, c: LINE_IN_GAIN }).catch(() => undefined)
    set('ready')
    const text = async (what: number) => String((await command('QNV_DevInfo', { a: 0, b: what })).result).slice(0, 60)
    const serial = await text(INFO.serial)
    const type = await text(INFO.type)
    const version = await text(INFO.fileVersion)
    if (!stopped && mine === turn) tell.info({ channels, serial, type, version })
  }

  void run()
  return {
    command,
    number,
    retry: () => {
      failures = 0
      if (state === 'failed') state = 'connecting'
      wake()
    },
    stop: () => {
      stopped = true
      turn++
      wake()
      transport.close()
    },
  }
}
