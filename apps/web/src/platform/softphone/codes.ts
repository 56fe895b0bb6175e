/** Names and numbers of the desk phone's service, as its software development kit has them. */
export const SERVICE_PORT = 3001
export const POLL_TIMEOUT_MS = 30_000
export const VERSION_TIMEOUT_MS = 1_000
export const SOCKET_WAIT_MS = 3_000
/** The specification gives ordinary commands no limit; without one a hung service would hold its worker for good. */
export const COMMAND_TIMEOUT_MS = 20_000
export const LINE_IN_GAIN = 5
export const MAX_CHANNELS = 128

export const DEVICE = { phone: 0, all: 255 } as const
export const INFO = { type: 3, serial: 6, channels: 7, fileVersion: 20 } as const
export const CONTROL = { hook: 2, handset: 3, micToLine: 7, ringPower: 18, handsetUp: 30, rings: 32 } as const
export const PARAM_LINE_IN = 52
export const GENERAL = { dial: 1, sendDigits: 2, redial: 3, flash: 20, refuse: 30, lineFree: 73 } as const
export const FLASH_ALL = 3
/** 8 kHz 16-bit PCM, after echo cancelling (1) and automatic gain control (2). */
export const RECORD = { start: 1, elapsed: 5, path: 8, stop: 9, format: 5, mask: 3 } as const
export const CALL_LOG = { beganAt: 1, connectedAt: 3, result: 6, recordFile: 8, deleteRecordFile: 9, reset: 20 } as const

export const EVENT = {
  none: -1,
  handsetUp: 1,
  handsetDown: 2,
  ring: 3,
  callerId: 4,
  callerGaveUp: 5,
  remoteAnswered: 16,
  remoteHungUp: 17,
  busy: 18,
  handsetDigits: 20,
  ringBack: 21,
  refused: 25,
  lineFree: 27,
  uploadDone: 50,
  uploadFailed: 51,
  softHook: 100,
  startDial: 106,
  plugOut: 195,
  deviceError: 199,
  customer: 505,
} as const
/** Of `deviceError`: the box was unplugged. */
export const ERROR_REMOVED = 3
export const DIAL_FAILED = 3

/** What the events are called in the log that the operator can open. */
const eventText: Record<number, string> = {
  1: '本机摘机',
  2: '本机挂机',
  3: '来电响铃',
  4: '收到来电号码',
  5: '对方停止呼叫',
  6: '拨号完成',
  7: '播放文件结束',
  8: '连续播放结束',
  9: '播放字符结束',
  10: '重复播放文件',
  11: '发送来电号码完成',
  12: '本机振铃超时',
  13: '正在给本机振铃',
  14: '通话中检测到静音',
  15: '收到按键',
  16: '对方摘机',
  17: '对方挂机',
  18: '检测到忙音',
  19: '检测到拨号音',
  20: '本机拨号',
  21: '检测到回铃',
  22: '麦克风插入',
  23: '麦克风拔出',
  24: '拍插簧完成',
  25: '拒接完成',
  26: '语音识别完成',
  27: '线路空闲',
  30: '对方准备发传真',
  31: '传真接收完成',
  32: '传真接收失败',
  33: '传真发送完成',
  34: '传真发送失败',
  35: '声卡打开失败',
  36: '产生通话记录',
  37: '检测到静音',
  38: '检测到声音',
  50: '录音上传成功',
  51: '录音上传失败',
  52: '远程连接断开',
  60: '下载成功',
  61: '下载失败',
  70: '线路检测结果',
  100: '软摘挂机切换',
  101: '喇叭切换',
  102: '麦克风切换',
  103: '耳机切换',
  104: '话机连接切换',
  105: '录音源切换',
  106: '软拨号进度',
  107: '喇叭音源切换',
  194: '收到 DTMF',
  195: '设备拔出',
  198: '收到 FSK',
  199: '设备错误',
  505: '打开来电客户',
}
/** Codes of the modules beside the telephone, by hundreds. */
const moduleText: Record<number, string> = { 2: 'CC 模块事件', 3: 'SOCKET 模块事件' }
const otherText = { any: '其他事件' }
export const eventWords = (code: number): string => eventText[code] ?? moduleText[Math.floor(code / 100)] ?? otherText.any
