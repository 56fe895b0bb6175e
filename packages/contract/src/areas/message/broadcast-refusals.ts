import { refusals } from '../../kernel/envelope.ts'

/** Texts that go to many at once: written by one person, approved by another, sent by a job that can be stopped. */
export const broadcastRefusals = refusals({
  'broadcast.notFound': { code: 404, zh: '群发不存在或不在您的业务范围内', en: 'No such broadcast within your scope' },
  'broadcast.beyondCities': {
    code: 409901,
    zh: '群发的城市超出您的业务范围，请选择自己的城市，或由负责全部这些城市的人员操作',
    en: 'The broadcast goes to cities beyond your own: choose your cities, or have somebody do it who runs all of them',
    field: 'cityIds',
  },
  /** `data.fields`: what is wrong with which. */
  'broadcast.invalid': { code: 400901, zh: '群发内容填写有误，请按提示修改', en: 'The broadcast has faults, correct the fields named' },
  'broadcast.versionConflict': {
    code: 409902,
    zh: '群发已被他人修改，请按最新内容重试',
    en: 'Somebody else changed this broadcast, look at it again',
  },
  'broadcast.wrongState': { code: 409903, zh: '群发当前状态不能这样操作', en: 'The state of the broadcast does not allow this' },
  'broadcast.ownText': {
    code: 409904,
    zh: '写过这条群发的人不能自己批准，请由另一位有权限的人员审核',
    en: 'Who wrote a part of a broadcast does not approve it: another person with the authority does',
  },
  'broadcast.nobody': { code: 409905, zh: '没有可以发送的人，请调整对象', en: 'Nobody is left to send it to: choose others' },
  'broadcast.tooMany': { code: 409906, zh: '一次群发最多 20 万人，请按城市分开', en: 'At most 200,000 people at once: split it by city' },
  /** `data.present`: the count now. */
  'broadcast.morePeople': {
    code: 409907,
    zh: '可发送人数比您看到的多，请核对最新人数后再批准',
    en: 'More people would get it than you were shown: look at the present count and approve again',
  },
  /** It would wait until it is ended: codes are not changed once it is submitted. */
  'broadcast.noCode': {
    code: 400903,
    zh: '已启用的服务商都没有这条内容的模板编号，发不出去：请启用有编号或不需要编号的服务商，或退回编辑填写编号',
    en: 'No enabled provider has a code for this text, so nobody could send it: enable a provider that has one or needs none, or edit it and enter a code',
  },
  'broadcast.timePast': {
    code: 400902,
    zh: '发送时间已过，请重新选择',
    en: 'The time of sending is over: choose another',
    field: 'sendAt',
  },
})
