import { failure } from '../protocol/codes.ts'
import { soundFile } from './places.ts'
import { type Answer, channelIn, type Command, refuse } from './command.ts'

const done: Answer = { result: 1 }
const maxVolume = 1_000

export const recordFile: Command = (para, context) => {
  const channel = channelIn(para, context)
  const { recorder } = context
  const handle = para.number('c')
  switch (para.number('b')) {
    case 1:
      return { result: recorder.start(channel, handle, para.number('d'), para.text('e')) }
    case 2:
      recorder.get(handle).paused = true
      return done
    case 3:
      recorder.get(handle).paused = false
      return done
    case 4:
      return { result: recorder.get(handle).paused ? 1 : 0 }
    case 5:
      return { result: recorder.elapsedS(handle) }
    case 6: {
      const volume = para.number('d')
      if (volume < 0 || volume > maxVolume) return refuse(failure.badParameter)
      recorder.get(handle).volume = volume
      return done
    }
    case 7:
      return { result: recorder.get(handle).volume }
    case 8: {
      const { path } = recorder.get(handle)
      return { result: path, outbuf: path }
    }
    case 9:
      recorder.stop(handle, para.text('e'))
      return done
    case 10:
      recorder.stopAll(channel)
      return done
    case 11:
      return { result: recorder.count(channel) }
    // The folder is the operator's choice, not a page's.
    case 20:
      return refuse(failure.invalidPath)
    case 21:
      return { result: recorder.folder, outbuf: recorder.folder }
    default:
      return refuse(failure.commandNotFound)
  }
}

const repeatMask = 1
const pauseMask = 2

export const playFile: Command = (para, context) => {
  const channel = channelIn(para, context)
  const { player, recorder } = context
  const [handle, value] = [para.number('c'), para.number('d')]
  switch (para.number('b')) {
    case 1: {
      const path = soundFile(recorder.folder, para.text('e')) ?? refuse(failure.invalidPath)
      return { result: player.start(channel, [path], { repeat: (value & repeatMask) !== 0, paused: (value & pauseMask) !== 0 }) }
    }
    case 3: {
      if (value < 0 || value > maxVolume) return refuse(failure.badParameter)
      player.get(handle).volume = value
      return done
    }
    case 4:
      return { result: player.get(handle).volume }
    case 5:
      player.get(handle).paused = true
      return done
    case 6:
      player.get(handle).paused = false
      return done
    case 7:
      return { result: player.get(handle).paused ? 1 : 0 }
    case 8:
      player.get(handle).repeat = value !== 0
      return done
    case 9:
      return { result: player.get(handle).repeat ? 1 : 0 }
    case 11:
      player.seek(handle, value)
      return done
    case 16:
      return { result: player.totalMs(handle) }
    case 17:
    case 18:
      return { result: player.positionMs(handle) }
    case 19:
      return { result: player.has(handle) ? 1 : 0 }
    case 20:
    case 21:
      return refuse(failure.featureMissing)
    case 22:
      player.stop(handle)
      return done
    case 23:
      return { result: player.count(channel) }
    case 24:
      player.stopAll(channel)
      return done
    case 2:
    case 12:
    case 13:
    case 14:
    case 15:
    case 25:
    case 26:
      return refuse(failure.featureMissing)
    default:
      return refuse(failure.commandNotFound)
  }
}

export const playMultiFile: Command = (para, context) => {
  const channel = channelIn(para, context)
  const { player, recorder } = context
  switch (para.number('b')) {
    case 1: {
      const paths = para
        .text('e')
        .split('|')
        .map((one) => soundFile(recorder.folder, one) ?? refuse(failure.invalidPath))
      return { result: player.start(channel, paths, { repeat: false, paused: false }) }
    }
    case 7:
      player.stop(para.number('c'))
      return done
    case 8:
      player.stopAll(channel)
      return done
    default:
      return refuse(failure.commandNotFound)
  }
}

/** Speaking text needs the vendor's list of voices. */
export const playString: Command = (para, context) => {
  channelIn(para, context)
  const what = para.number('b')
  if (what === 1 || what === 2) return refuse(failure.featureMissing)
  return refuse(what === 8 || what === 9 ? failure.stringPlayNotStarted : failure.commandNotFound)
}
