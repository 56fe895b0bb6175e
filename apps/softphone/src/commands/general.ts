import type { Channel } from '../device/channel.ts'
import { event, failure, param } from '../protocol/codes.ts'
import type { Para } from '../protocol/para.ts'
import { type Answer, channelIn, type Command, type CommandContext, refuse } from './command.ts'

const done: Answer = { result: 1 }
const bit = (on: boolean): Answer => ({ result: on ? 1 : 0 })
const synchronous = 1

type Act = (channel: Channel, para: Para, context: CommandContext) => Answer | Promise<Answer>

function dial(channel: Channel, number: string): Answer {
  const { phase, ready } = channel.state()
  if (!channel.line.can.dial) return refuse(failure.featureMissing)
  if (!/[0-9*#A-D]/.test(number)) return refuse(failure.emptyNumber)
  if (!ready) return refuse(failure.serverError)
  if (phase !== 'idle' || channel.handsetBell.ringing()) return { result: 0 }
  channel.dial(number)
  return done
}

const acts = new Map<number, Act>([
  [1, (channel, para) => dial(channel, para.text('d'))],
  [
    2,
    (channel, para) => {
      const digits = para.text('d').replace(/[^0-9*#A-D]/g, '')
      if (!channel.line.can.digits) return refuse(failure.featureMissing)
      if (digits === '') return refuse(failure.emptyNumber)
      if (!['talking', 'calling'].includes(channel.state().phase)) return refuse(failure.notOnLine)
      channel.line.sendDigits(digits)
      return done
    },
  ],
  [3, (channel) => dial(channel, channel.state().lastDialled)],
  [
    4,
    (channel) => {
      if (!['dialling', 'calling'].includes(channel.state().phase)) return { result: 0 }
      if (!channel.line.can.hangUp) return refuse(failure.featureMissing)
      channel.stopDial()
      return done
    },
  ],
  [5, (channel) => bit(channel.state().phase === 'dialling')],
  [
    10,
    (channel, para) => {
      if (!channel.line.can.ringHandset) return refuse(failure.featureMissing)
      if (channel.state().phase !== 'idle' || channel.state().handsetUp) return { result: 0 }
      channel.handsetBell.start(para.text('d'))
      return done
    },
  ],
  [11, (channel) => bit(channel.handsetBell.stop())],
  [12, (channel) => bit(channel.handsetBell.ringing())],
  [
    20,
    (channel) => {
      if (!channel.line.can.flash) return refuse(failure.featureMissing)
      if (!channel.isOffHook()) return refuse(failure.notOnLine)
      if (channel.state().flashing) return refuse(failure.flashing)
      channel.flash()
      return done
    },
  ],
  [21, (channel) => bit(channel.state().flashing)],
  [22, (channel) => bit(channel.state().flashing)],
  [
    30,
    async (channel, para) => {
      if (channel.state().phase !== 'ringing') return refuse(failure.nothingToRefuse)
      if (!channel.line.can.refuse) return refuse(failure.featureMissing)
      const waits = para.number('c') === synchronous
      channel.refuse(waits)
      if (waits) await new Promise((resolve) => setTimeout(resolve, channel.params.get(param.refuseMs)))
      return done
    },
  ],
  [31, (channel) => bit(channel.stopRefuse())],
  [32, (channel) => bit(channel.state().phase === 'refusing')],
  [50, (channel) => ({ result: channel.state().callerIdKind })],
  [51, (channel) => text(channel.state().number)],
  [52, (channel) => text(channel.state().handsetDigits)],
  [53, (channel) => text(channel.state().handsetDigits)],
  [
    54,
    (channel) => {
      channel.forgetHandsetDigits()
      return done
    },
  ],
  [55, (channel) => ({ result: channel.state().handsetDigits.length })],
  [60, () => refuse(failure.featureMissing)],
  [61, () => refuse(failure.featureMissing)],
  [62, () => ({ result: 0 })],
  [
    70,
    (channel, para) => {
      channel.acceptCalls(para.number('c') !== 0)
      return done
    },
  ],
  [71, (channel) => bit(channel.state().acceptsCalls)],
  [72, (channel) => bit(channel.isOffHook())],
  [73, (channel) => bit(!channel.isOffHook() && channel.state().phase === 'idle')],
  [81, () => done],
  [82, (channel) => bit(channel.line.can.tones && channel.isOffHook() && channel.state().phase === 'idle')],
  [
    85,
    (channel) => {
      const { phase, ready } = channel.state()
      if (phase !== 'idle' || channel.isOffHook()) return { result: 0 }
      channel.emit(event.lineTested, { result: ready ? 3 : 0 })
      return done
    },
  ],
  [
    90,
    (channel, para) => {
      channel.user.number = para.number('c')
      return done
    },
  ],
  [
    91,
    (channel, para) => {
      channel.user.text = para.text('d').slice(0, 260)
      return done
    },
  ],
  [92, (channel) => ({ result: channel.user.number })],
  [93, (channel) => text(channel.user.text)],
  [
    99,
    (channel, para) => {
      const type = event.userId + para.number('c')
      if (type < event.userId || type > 0x7fff) return refuse(failure.badParameter)
      channel.emit(type, { data: para.text('d').slice(0, 600) })
      return done
    },
  ],
  [
    100,
    (channel, _para, { settings }) => {
      const saved = settings.params(channel.ch)
      for (const [id, value] of saved) if (channel.params.has(id)) channel.params.set(id, value)
      return bit(saved.length > 0)
    },
  ],
  [
    101,
    (channel, _para, { settings }) => {
      settings.saveParams(channel.ch, [...channel.params])
      return done
    },
  ],
])

/** Tone analysis and peak levels of the box's own signal processor; a line without one says so. */
const signalProcessing = [80, 83, 84, 86]

/** Text goes where the plain sender reads it, and where the others do. */
function text(value: string): Answer {
  return { result: value === '' ? 0 : value, outbuf: value }
}

export const general: Command = (para, context) => {
  const channel = channelIn(para, context)
  const what = para.number('b')
  if (signalProcessing.includes(what)) return refuse(failure.featureMissing)
  return acts.get(what)?.(channel, para, context) ?? refuse(failure.commandNotFound)
}
