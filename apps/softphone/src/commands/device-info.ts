import { allDevices, control, event, failure, localDevice, oneChannel, param, soundCard } from '../protocol/codes.ts'
import { channelIn, type Command, refuse } from './command.ts'

export const openDevice: Command = (para, { device }) => {
  const kind = para.number('a')
  if (kind === localDevice) return { result: device.open() }
  // Sound card, message and socket modules of the vendor's box: there are none here.
  return refuse(kind === soundCard ? failure.featureMissing : failure.moduleMissing)
}

export const closeDevice: Command = (para, { device }) => {
  const kind = para.number('a')
  if (![localDevice, allDevices, oneChannel].includes(kind)) return refuse(failure.moduleMissing)
  if (!device.isOpen()) return refuse(failure.notOpen)
  device.close()
  return { result: 1 }
}

const info = { chipType: 1, chips: 2, type: 3, modules: 4, chipChannel: 5, serial: 6, channels: 7, deviceId: 8, dllVersion: 9 } as const
const chipFirstChannel = 10
const channelType = 11
const chipSecondChannel = 12
const fileVersion = 20
const sdkVersion = 0x0106
const lineSide = 2
const firstSerial = 3_001_000

export const deviceInfo: Command = (para, context) => {
  const what = para.number('b')
  const { device, version } = context
  if (what === info.channels) return { result: device.isOpen() ? device.channels().length : 0 }
  if (what === info.dllVersion) return { result: sdkVersion }
  if (what === fileVersion) return { result: version }
  const { ch, line } = channelIn(para, context)
  switch (what) {
    case info.chipType:
    case info.type:
      return { result: line.type }
    case info.chips:
      return { result: device.channels().length }
    case info.modules:
      return { result: line.modules }
    // Each line is a module of its own, so its number is the module's, and 0 its place there.
    case info.chipChannel:
      return { result: 0 }
    case info.deviceId:
    case chipFirstChannel:
    case chipSecondChannel:
      return { result: ch }
    case info.serial:
      return { result: firstSerial + ch }
    case channelType:
      return { result: lineSide }
    default:
      return refuse(failure.commandNotFound)
  }
}

/** The event that tells of a control's change. */
const eventOf = new Map<number, number>([
  [control.handsetConnected, event.handsetConnected],
  [control.speaker, event.speaker],
  [control.lineToHeadset, event.headset],
  [control.microphoneToLine, event.microphone],
  [control.speakerSource, event.speakerSource],
  [control.recordSource, event.recordSource],
])

export const setControl: Command = (para, context) => {
  const channel = channelIn(para, context)
  const [id, value] = [para.number('b'), para.number('c')]
  if (id >= control.handset && id <= control.ringState) return refuse(failure.badParameter)
  if (!channel.line.controls.has(id)) return refuse(failure.featureMissing)
  if (id === control.hook) {
    const { phase, ready } = channel.state()
    if (value !== 0 && !channel.line.can.answer) return refuse(failure.featureMissing)
    if (value === 0 && phase !== 'idle' && !channel.line.can.hangUp) return refuse(failure.featureMissing)
    if (value !== 0 && !ready) return refuse(failure.serverError)
    channel.setSoftHook(value !== 0)
    return { result: 1 }
  }
  if (id === control.microphoneToLine) channel.line.audio?.mute(value === 0)
  const changes = (channel.controls.get(id) ?? 0) !== value
  channel.controls.set(id, value)
  const told = eventOf.get(id)
  if (changes && told !== undefined) channel.emit(told, { result: value })
  return { result: 1 }
}

export const getControl: Command = (para, context) => {
  const channel = channelIn(para, context)
  const id = para.number('b')
  const { softHook, handsetUp } = channel.state()
  switch (id) {
    case control.hook:
      return { result: softHook ? 1 : 0 }
    case control.handset:
      return { result: handsetUp ? 1 : 0 }
    case control.microphonePlugged:
      return { result: channel.line.audio ? 1 : 0 }
    // The vendor's page asks for number 32 before it rejects: rings so far.
    case control.ringTimes:
      return { result: channel.bell.times() }
    case control.ringState:
      return { result: channel.bell.sounding() ? 1 : 0 }
    default:
      if (!channel.line.controls.has(id) && !channel.controls.has(id)) return refuse(failure.featureMissing)
      return { result: channel.controls.get(id) ?? 0 }
  }
}

const maxRingLimit = 1_000
const maxElapseMs = 60_000

export const setParam: Command = (para, context) => {
  const { params } = channelIn(para, context)
  const [id, value] = [para.number('b'), para.number('c')]
  if (!params.has(id) || value < 0) return refuse(failure.badParameter)
  const most = id === param.handsetRingLimit ? maxRingLimit : id === param.cityCode ? 9_999 : maxElapseMs
  if (value > most) return refuse(failure.badParameter)
  params.set(id, value)
  return { result: 1 }
}

export const getParam: Command = (para, context) => {
  const value = channelIn(para, context).params.get(para.number('b'))
  return value === undefined ? refuse(failure.badParameter) : { result: value }
}
