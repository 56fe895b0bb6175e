import { rmSync } from 'node:fs'
import { emptyCallLog } from '../device/call-log.ts'
import { failure } from '../protocol/codes.ts'
import { channelIn, type Command, refuse } from './command.ts'

/** The record of the channel's last call. Read on event 27, and cleared by the page afterwards. */
export const callLog: Command = (para, context) => {
  const channel = channelIn(para, context)
  const log = channel.callLog()
  switch (para.number('b')) {
    case 1:
      return { result: log.beginS }
    case 2:
      return { result: log.ringBackS }
    case 3:
      return { result: log.connectedS }
    case 4:
      return { result: log.endS }
    case 5:
      return { result: log.type }
    case 6:
      return { result: log.result }
    case 7:
      return { result: 1, content: '', outbuf: log.number }
    case 8:
      return { result: 1, content: '', outbuf: log.recordFile }
    case 9: {
      if (log.recordFile === '' || context.recorder.isRecording(log.recordFile)) return refuse(failure.invalidPath)
      rmSync(log.recordFile, { force: true })
      channel.setCallLog({ ...log, recordFile: '' })
      return { result: 1, content: '' }
    }
    case 20:
    case 21:
      channel.setCallLog(emptyCallLog())
      return { result: 1, content: '' }
    default:
      return refuse(failure.commandNotFound)
  }
}
