import { failure, wOk } from '../protocol/codes.ts'
import { readPara, WrongType } from '../protocol/para.ts'
import { callLog } from './call-log.ts'
import { type Answer, type Command, type CommandContext, refuse, Refused } from './command.ts'
import { closeDevice, deviceInfo, getControl, getParam, openDevice, setControl, setParam } from './device-info.ts'
import { general } from './general.ts'
import { playFile, playMultiFile, playString, recordFile } from './record.ts'
import { remote, uploadFile } from './remote.ts'
import { tool } from './tool.ts'

const missing: Command = () => refuse(failure.featureMissing)

/** Every act of the protocol. The box's storage and conferences are hardware that a line has not. */
const commands = new Map<string, Command>([
  ['check_ver', () => ({ result: wOk })],
  // There is no licence to fetch a registration code for.
  ['set_check_url', missing],
  ['QNV_OpenDevice', openDevice],
  ['QNV_CloseDevice', closeDevice],
  ['QNV_SetDevCtrl', setControl],
  ['QNV_GetDevCtrl', getControl],
  ['QNV_SetParam', setParam],
  ['QNV_GetParam', getParam],
  ['QNV_PlayFile', playFile],
  ['QNV_PlayMultiFile', playMultiFile],
  ['QNV_PlayString', playString],
  ['QNV_RecordFile', recordFile],
  ['QNV_Conference', missing],
  ['QNV_General', general],
  ['QNV_DevInfo', deviceInfo],
  ['QNV_Storage', () => ({ result: failure.featureMissing, content: '', outbuf: '' })],
  ['QNV_Remote', remote],
  ['QNV_Tool', tool],
  ['QNV_CallLog', callLog],
  ['UploadFile', uploadFile],
])

/** The answer to `act` with `para`, `outbuf` percent-encoded as the client expects it. Never throws for what a page sent. */
export async function runCommand(act: string, paraJson: string | null, context: CommandContext): Promise<Answer> {
  const command = commands.get(act)
  const para = readPara(paraJson)
  if (!command) return { result: failure.commandNotFound }
  if (!para) return { result: failure.badParameter }
  try {
    const answer = await command(para, context)
    return answer.outbuf === undefined ? answer : { ...answer, outbuf: encodeURIComponent(answer.outbuf.toWellFormed()) }
  } catch (error) {
    if (error instanceof Refused) return { result: error.code }
    if (error instanceof WrongType) return { result: failure.badParameterType }
    throw error
  }
}
