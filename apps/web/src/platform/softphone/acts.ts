import type { Client } from './client.ts'
import { CALL_LOG, CONTROL, FLASH_ALL, GENERAL, RECORD } from './codes.ts'
import type { StatusSocket } from './socket.ts'

/** Sentences of the specification, word for word, besides those for what it leaves silent. */
export const alertText = {
  ringPower: '请先断开电话机',
  noRing: '没有来电,无效的拒接',
  notOffHook: '没有摘机状态，无效的拍插簧',
  flashFailed: '拍插簧失败',
  deleteFailed: '删除失败',
  network: '网络错误!',
  dialFailed: '拨号失败',
  notReady: '话机未就绪',
  commandFailed: '话机没有执行该操作',
  recordFailed: '录音没有开始',
} as const
export type Alert = keyof typeof alertText
/** Done, refused in a sentence of ours, or in the service's own words. */
export type Outcome = { done: true; value?: number } | { done: false; alert?: Alert; said?: string }

const done: Outcome = { done: true }
const refuse = (alert: Alert): Outcome => ({ done: false, alert })
const ok = (result: number, alert: Alert = 'commandFailed'): Outcome => (result > 0 ? { done: true, value: result } : refuse(alert))

/** What an operator does with the telephone. Status commands go by the websocket where there is one, else by JSONP. */
export function phoneActs(client: Client, socket: StatusSocket) {
  const { number } = client
  const control = (ch: number, which: number, value: number) => number('QNV_SetDevCtrl', { a: ch, b: which, c: value })
  const read = (ch: number, which: number) => number('QNV_GetDevCtrl', { a: ch, b: which })
  const general = (ch: number, what: number, c: number, d: number | string) => number('QNV_General', { a: ch, b: what, c, d })
  const byStatus = async (cmd: string, param: Record<string, unknown>, otherwise: () => Promise<Outcome>): Promise<Outcome> => {
    const said = await socket.send(cmd, param)
    if (said === 'gone') return otherwise()
    if (said === 'late') return refuse('commandFailed')
    return said === '' ? done : { done: false, said }
  }
  return {
    dial: (ch: number, digits: string) =>
      byStatus('cmdStartDial', { ch, phoneNo: digits, prefix: '' }, async () =>
        ok(await general(ch, GENERAL.dial, 0, digits), 'dialFailed'),
      ),
    answer: (ch: number) => byStatus('cmdConfirmCallIn', { ch }, async () => ok(await control(ch, CONTROL.hook, 1))),
    hangUp: (ch: number) => byStatus('cmdDoHook', { ch, value: false }, async () => ok(await control(ch, CONTROL.hook, 0))),
    redial: async (ch: number) => ok(await general(ch, GENERAL.redial, 0, 0), 'dialFailed'),
    sendDigits: async (ch: number, digits: string) => ok(await general(ch, GENERAL.sendDigits, 0, digits)),
    refuse: async (ch: number) => {
      if ((await read(ch, CONTROL.rings)) <= 0) return refuse('noRing')
      return byStatus('cmdRefuseCallIn', { ch }, async () => ok(await general(ch, GENERAL.refuse, 0, 0)))
    },
    flash: async (ch: number) => {
      const soft = await read(ch, CONTROL.hook)
      if (soft <= 0 && (await read(ch, CONTROL.handsetUp)) <= 0) return refuse('notOffHook')
      return ok(await general(ch, GENERAL.flash, FLASH_ALL, ''), 'flashFailed')
    },
    mute: async (ch: number, muted: boolean) => ok(await control(ch, CONTROL.micToLine, muted ? 0 : 1)),
    ringPower: async (ch: number, on: boolean) => {
      if (on && (await read(ch, CONTROL.handset)) > 0) return refuse('ringPower')
      return ok(await control(ch, CONTROL.ringPower, on ? 1 : 0))
    },
    startRecording: async (ch: number, file: string) =>
      ok(await number('QNV_RecordFile', { a: ch, b: RECORD.start, c: RECORD.format, d: RECORD.mask, e: file }), 'recordFailed'),
    /** Ends a recording and gives the path of its file. */
    stopRecording: async (ch: number, handle: number): Promise<string> => {
      const about = (b: number) => client.command('QNV_RecordFile', { a: ch, b, c: handle, d: 0, e: 0 })
      const path = (await about(RECORD.path)).result
      await about(RECORD.elapsed)
      await about(RECORD.stop)
      return typeof path === 'string' ? path : ''
    },
    deleteRecording: async (ch: number) => ok(await number('QNV_CallLog', { a: ch, b: CALL_LOG.deleteRecordFile }), 'deleteFailed'),
    upload: (url: string, file: string) => number('UploadFile', { a: url, b: file }),
    /** The telephone's own record of the last call, which is then cleared for the next. */
    takeCallLog: async (ch: number) => {
      const beganS = await number('QNV_CallLog', { a: ch, b: CALL_LOG.beganAt })
      const result = await number('QNV_CallLog', { a: ch, b: CALL_LOG.result })
      const connectedS = await number('QNV_CallLog', { a: ch, b: CALL_LOG.connectedAt })
      const recordFile = (await client.command('QNV_CallLog', { a: ch, b: CALL_LOG.recordFile })).outbuf
      await number('QNV_CallLog', { a: ch, b: CALL_LOG.reset })
      return { beganS, result, connectedS, recordFile }
    },
    isFree: async (ch: number) => (await general(ch, GENERAL.lineFree, 0, 0)) > 0,
  }
}
export type PhoneActs = ReturnType<typeof phoneActs>
