import { refusals } from '../../kernel/envelope.ts'

export const reconciliationRefusals = refusals({
  'recon.notFound': { code: 404, zh: '对账批次或明细不存在，或不在您的业务范围内', en: 'No such batch or item within your scope' },
  'recon.running': { code: 409694, zh: '该批次正在对账，请稍候', en: 'This batch is being reconciled, wait a moment' },
  'recon.alreadyBalanced': { code: 409680, zh: '该批次已对平，无需重新对账', en: 'This batch is balanced already' },
  'recon.noStatement': { code: 409681, zh: '尚无账单文件，请先拉取或上传', en: 'There is no statement yet: fetch or upload it first' },
  /** `data`: `{ batchNo, runNo }`. */
  'recon.sameFile': { code: 409682, zh: '该账单文件已对过账，内容未变', en: 'This very file was reconciled already' },
  'recon.noSource': {
    code: 409683,
    zh: '该渠道不能自动拉取账单，请上传文件',
    en: 'No statement can be fetched from this channel: upload it',
  },
  'recon.notYet': {
    code: 409684,
    zh: '该日账单尚未出具，次日 10:00 后再拉取',
    en: 'The statement of this day comes after 10:00 of the next',
  },
  'recon.wholeTenantOnly': {
    code: 403662,
    zh: '拉取账单需由负责全部城市的人员操作',
    en: 'Statements are fetched by somebody who sees all cities',
  },
  'recon.versionConflict': {
    code: 409685,
    zh: '该明细已被他人处理，请核对后再操作',
    en: 'Somebody else dealt with this item, look at it again',
  },
  'recon.resolved': { code: 409686, zh: '该差异已处理', en: 'This difference is settled already' },
  /** `data`: `{ allowed }`. */
  'recon.notSoResolved': { code: 409687, zh: '该类差异不能这样处理', en: 'A difference of this sort is not settled in this way' },
  'recon.secondPerson': { code: 409688, zh: '须由另一人复核', en: 'This is for somebody else to confirm' },
  'recon.nothingProposed': { code: 409689, zh: '没有待复核的处理', en: 'There is nothing to decide' },
  'recon.channelSaysPaid': {
    code: 409690,
    zh: '渠道查询结果为已付款，不能冲正我方',
    en: 'The channel says it was paid: ours cannot be reversed',
  },
  'recon.channelSaysNotPaid': {
    code: 409700,
    zh: '渠道查询结果为未付款，与账单不符，不能以渠道为准，请核对账单来源',
    en: 'Asked now, the channel says that it was not paid: look where the statement came from',
  },
  'recon.outcomeUnknown': {
    code: 409691,
    zh: '渠道查询结果未知，暂不能操作，请稍后刷新',
    en: 'The channel does not know the outcome: ask again later',
  },
  'recon.notFailed': {
    code: 409692,
    zh: '只有渠道确认失败的付款可以重试',
    en: 'Only a payment that the channel says failed can be tried again',
  },
  'recon.unreachable': {
    code: 409699,
    zh: '渠道暂时没有给出账单，稍后自动重试',
    en: 'The channel gave no statement just now: it is asked again',
  },
  'recon.neverSent': { code: 409698, zh: '该提现尚未付款', en: 'This withdrawal was never paid out' },
  'recon.totalDiffers': { code: 409693, zh: '付款总额与输入的不符', en: 'The total is not the one that was typed' },
  'recon.tooOften': { code: 42961, zh: '刚刚查询过，请稍后再试', en: 'It was asked just now, wait a moment' },
})
