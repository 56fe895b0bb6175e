// Numbers of the desk phone's protocol that the service uses. Names follow the vendor's constants file.

/** What a command answers in `result` when it fails. Anything above 0 is success. */
export const failure = {
  invalidHandle: -9,
  noPlayHandle: -10,
  openFile: -11,
  wavHeader: -13,
  wavFormat: -14,
  noRecordHandle: -15,
  createRecordFile: -16,
  badParameter: -18,
  badParameterType: -19,
  invalidChannel: -20,
  stringPlayNotStarted: -26,
  flashing: -27,
  notOnLine: -28,
  serverError: -35,
  moduleMissing: -36,
  commandNotFound: -37,
  featureMissing: -38,
  notOpen: -39,
  invalidPath: -49,
  emptyNumber: -55,
  nothingToRefuse: -60,
} as const

export const event = {
  none: -1,
  handsetUp: 1,
  handsetDown: 2,
  ring: 3,
  callerId: 4,
  gaveUp: 5,
  dialEnd: 6,
  playEnd: 7,
  playListEnd: 8,
  playLoops: 10,
  handsetCallerIdSent: 11,
  handsetRingLimit: 12,
  handsetRinging: 13,
  digit: 15,
  remoteAnswered: 16,
  remoteHungUp: 17,
  busy: 18,
  dialTone: 19,
  handsetDial: 20,
  ringBack: 21,
  flashEnd: 24,
  refuseEnd: 25,
  lineFree: 27,
  soundFailed: 35,
  callLog: 36,
  uploadDone: 50,
  uploadFailed: 51,
  lineTested: 70,
  hook: 100,
  speaker: 101,
  microphone: 102,
  headset: 103,
  handsetConnected: 104,
  recordSource: 105,
  dialProgress: 106,
  speakerSource: 107,
  deviceError: 199,
  endId: 500,
  callerScreen: 505,
  userId: 1024,
} as const

export const control = {
  share: 1,
  hook: 2,
  handsetConnected: 3,
  speaker: 4,
  lineToHeadset: 5,
  playToHeadset: 6,
  microphoneToLine: 7,
  speakerSource: 13,
  playToLine: 14,
  lineInput: 15,
  recordSource: 16,
  ringPower: 18,
  handset: 30,
  microphonePlugged: 31,
  ringTimes: 32,
  ringState: 33,
} as const

export const param = {
  dialSpeedMs: 7,
  dialSilenceMs: 8,
  ringSilenceMs: 10,
  flashMs: 14,
  flashEndMs: 15,
  handsetRingMs: 16,
  handsetSilenceMs: 17,
  handsetRingLimit: 18,
  refuseMs: 20,
  dialToneWaitMs: 21,
  noDialTone: 28,
  lineInGain: 52,
  cityCode: 60,
} as const

/** Every parameter of table 5.4, and its value on a device just opened. The gains are those other pages set. */
export const paramDefaults: ReadonlyMap<number, number> = new Map([
  ...[1, 2, 3, 4, 5, 6, 9, 11, 12, 13, 19, 22, 23, 24, 25, 26, 27].map((id) => [id, 0] as const),
  ...[30, 31, 32, 33, 34, 35, 40, 41, 42, 45, 46, 60, 61, 70, 71, 80, 100, 101, 102].map((id) => [id, 0] as const),
  [param.dialSpeedMs, 75],
  [param.dialSilenceMs, 75],
  [param.ringSilenceMs, 5_500],
  [param.flashMs, 600],
  [param.flashEndMs, 1_000],
  [param.handsetRingMs, 1_000],
  [param.handsetSilenceMs, 4_000],
  [param.handsetRingLimit, 12],
  [param.refuseMs, 500],
  [param.dialToneWaitMs, 3_000],
  [param.noDialTone, 2],
  [50, 2],
  [51, 12],
  [param.lineInGain, 5],
  [53, 15],
  [54, 14],
])

/** How a telephone line rings, in ms: for as long as somebody calls. */
export const ringing = { onMs: 1_000, silenceMs: 4_000, limit: Infinity } as const

export const callType = { none: 0, in: 1, out: 2 } as const
export const callResult = { none: 0, missed: 1, refused: 2, ringBack: 3, connected: 4 } as const

export const wOk = 0
export const maxChannels = 128
export const maxHandles = 64
export const localDevice = 0
export const soundCard = 1
export const allDevices = 255
export const oneChannel = 256
