import { randomBytes } from 'node:crypto'
import { type Bill, type BillState, type Book, isFinal } from './book.ts'
import type { Behaviour, Faults } from './faults.ts'
import { type Keys, openSealed } from './keys.ts'

/** What a request is answered. */
export interface Reply {
  status: number
  body: object | null
}
export const refusal = (status: number, code: string, message: string): Reply => ({ status, body: { code, message } })

const CONFIRM_MS = 24 * 3_600_000
const NAME_FROM_FEN = 200_000
const [LEAST_FEN, MOST_FEN] = [10, 2_000_000]
/** The scene that this merchant was granted, and what it has to report in it. */
const SCENE = { id: '1005', reports: ['岗位类型', '报酬说明'] }

/** Beijing's time, as the service writes it. */
export const rfc3339 = (at: number): string => `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

interface OrderBody {
  appid?: string
  out_bill_no?: string
  transfer_scene_id?: string
  openid?: string
  user_name?: string
  transfer_amount?: number
  transfer_remark?: string
  notify_url?: string
  transfer_scene_report_infos?: { info_type?: string; info_content?: string }[]
}

/** Transfers from being taken to their end. Everything that happens by itself happens in `tick`, so that a clock that is moved moves it. */
export class Transfers {
  readonly behaviours = new Map<string, Behaviour>()
  readonly #keys: Keys
  readonly #book: Book
  readonly #faults: Faults
  readonly #now: () => number
  readonly #ended: (bill: Bill, behaviour: Behaviour) => void

  constructor(of: { keys: Keys; book: Book; faults: Faults; now: () => number; ended: (bill: Bill, behaviour: Behaviour) => void }) {
    this.#keys = of.keys
    this.#book = of.book
    this.#faults = of.faults
    this.#now = of.now
    this.#ended = of.ended
  }

  /** An order to pay, and how its answer is to go wrong. */
  take(order: OrderBody, serial: string | undefined): { reply: Reply; behaviour: Behaviour } {
    const name = order.user_name === undefined ? '' : openSealed(this.#keys, order.user_name)
    const fault = this.#faultOf(order, name, serial)
    if (fault) return { reply: fault, behaviour: {} }
    const { out_bill_no: outBillNo = '', openid = '', transfer_amount: amountFen = 0 } = order
    const present = this.#book.bills.get(outBillNo)
    if (present) {
      const same =
        present.openid === openid &&
        present.amountFen === amountFen &&
        present.userName === name &&
        present.remark === order.transfer_remark
      const reply = same ? this.#taken(present) : refusal(400, 'INVALID_REQUEST', '单号已存在但信息不一致，请查单后比较确认')
      return { reply, behaviour: { signing: this.behaviours.get(outBillNo)?.signing } }
    }
    const behaviour = this.#faults.take({ outBillNo, openid, amountFen })
    const refused = refusedBy(behaviour)
    if (refused) return { reply: refused, behaviour }
    const at = this.#now()
    const bill: Bill = {
      outBillNo,
      transferBillNo: this.#book.number('13300', at),
      openid,
      userName: name ?? '',
      amountFen,
      remark: order.transfer_remark ?? '',
      sceneId: order.transfer_scene_id ?? '',
      notifyUrl: order.notify_url ?? null,
      state: 'ACCEPTED',
      failReason: null,
      packageInfo: randomBytes(48).toString('base64'),
      createdAt: at,
      updatedAt: at,
      held: false,
    }
    // An answer that gets lost after the money has gone: the user was quick.
    this.behaviours.set(outBillNo, { ...behaviour, ...(behaviour.answer?.endsWith('_PAID') && { confirmMs: 0 }) })
    this.#book.put(bill)
    this.tick(outBillNo)
    return { reply: this.#taken(this.#book.bills.get(outBillNo)!), behaviour }
  }

  find(outBillNo: string): Reply {
    this.tick(outBillNo)
    const bill = this.#book.bills.get(outBillNo)
    const { hiddenMs = 0 } = this.behaviours.get(outBillNo) ?? {}
    if (!bill || this.#now() < bill.createdAt + hiddenMs) return refusal(404, 'NOT_FOUND', '记录不存在')
    return { status: 200, body: billBody(this.#keys, bill) }
  }

  cancel(outBillNo: string): Reply {
    this.tick(outBillNo)
    const bill = this.#book.bills.get(outBillNo)
    if (!bill) return refusal(404, 'NOT_FOUND', '记录不存在')
    if (['ACCEPTED', 'PROCESSING', 'WAIT_USER_CONFIRM'].includes(bill.state)) this.#move(bill, 'CANCELING')
    else if (bill.state !== 'CANCELING' && bill.state !== 'CANCELLED') return refusal(400, 'INVALID_REQUEST', '当前单据状态不支持撤销')
    return {
      status: 200,
      body: { out_bill_no: outBillNo, transfer_bill_no: bill.transferBillNo, state: 'CANCELING', update_time: rfc3339(this.#now()) },
    }
  }

  /** Plays the user: false where there is nothing to confirm. */
  confirm(outBillNo: string): boolean {
    const bill = this.#book.bills.get(outBillNo)
    if (bill?.state !== 'WAIT_USER_CONFIRM') return false
    this.#move(bill, 'TRANSFERING')
    this.tick(outBillNo)
    return true
  }

  tickAll(): void {
    for (const outBillNo of [...this.#book.open]) this.tick(outBillNo)
  }
  /** As far as it gets by itself by now. */
  tick(outBillNo: string): void {
    for (let bill = this.#book.bills.get(outBillNo); bill && this.#step(bill); bill = this.#book.bills.get(outBillNo));
  }
  #step(bill: Bill): boolean {
    // What the file remembers after a restart behaves as the standard says.
    const { delayMs = 0, confirmMs = null, fail } = this.behaviours.get(bill.outBillNo) ?? this.#faults.standard
    const age = this.#now() - bill.updatedAt
    switch (bill.state) {
      case 'ACCEPTED':
        return age >= delayMs && this.#move(bill, 'PROCESSING')
      // Stays here while the account does not hold so much.
      case 'PROCESSING':
        if (this.#now() - bill.createdAt >= CONFIRM_MS) return this.#move(bill, 'FAIL', { failReason: 'OVERDUE_CLOSE' })
        return age >= delayMs && this.#book.availableFen >= bill.amountFen && this.#move(bill, 'WAIT_USER_CONFIRM', { held: true })
      case 'WAIT_USER_CONFIRM':
        if (this.#now() - bill.createdAt >= CONFIRM_MS) return this.#move(bill, 'FAIL', { held: false, failReason: 'OVERDUE_CLOSE' })
        return confirmMs !== null && age >= confirmMs && this.#move(bill, 'TRANSFERING')
      case 'TRANSFERING':
        if (age < delayMs) return false
        return fail ? this.#move(bill, 'FAIL', { held: false, failReason: fail }) : this.#pay(bill)
      case 'CANCELING':
        return age >= delayMs && this.#move(bill, 'CANCELLED', { held: false, failReason: 'MCH_CANCEL' })
      default:
        return false
    }
  }
  #pay(bill: Bill): boolean {
    const at = this.#now()
    // Paid and written down at once: what is held goes when the money does.
    this.#move(bill, 'SUCCESS', { held: false })
    this.#book.flow({
      at,
      businessNo: bill.transferBillNo,
      voucherNo: bill.outBillNo,
      kind: '商家转账',
      direction: '支出',
      amountFen: bill.amountFen,
      remark: bill.remark,
    })
    return true
  }
  #move(bill: Bill, state: BillState, change: Partial<Bill> = {}): true {
    const moved: Bill = { ...bill, ...change, state, updatedAt: this.#now() }
    this.#book.put(moved)
    if (isFinal(moved)) this.#ended(moved, this.behaviours.get(bill.outBillNo) ?? {})
    return true
  }
  #taken(bill: Bill): Reply {
    return {
      status: 200,
      body: {
        out_bill_no: bill.outBillNo,
        transfer_bill_no: bill.transferBillNo,
        create_time: rfc3339(bill.createdAt),
        state: bill.state,
        ...(bill.failReason && { fail_reason: bill.failReason }),
        ...(bill.state === 'WAIT_USER_CONFIRM' && { package_info: bill.packageInfo }),
      },
    }
  }

  #faultOf(order: OrderBody, name: string | null, serial: string | undefined): Reply | null {
    const wrong = (message: string) => refusal(400, 'PARAM_ERROR', message)
    const amount = order.transfer_amount ?? Number.NaN
    if (order.appid !== this.#keys.appId) return refusal(400, 'APPID_MCHID_NOT_MATCH', 'AppID与商户号不匹配')
    if (!/^[\da-zA-Z]{1,32}$/.test(order.out_bill_no ?? '')) return wrong('商户单号只能由数字、大小写字母组成')
    if (!/^[\w-]{1,64}$/.test(order.openid ?? '')) return wrong('OpenID格式错误')
    if (!order.transfer_remark || Array.from(order.transfer_remark).length > 32) return wrong('转账备注最多允许32个字符')
    if (order.transfer_scene_id !== SCENE.id) return refusal(400, 'INVALID_REQUEST', '该转账场景不可用')
    const reported = new Set(
      (order.transfer_scene_report_infos ?? []).map(({ info_type, info_content }) => (info_content ? info_type : '')),
    )
    if (!SCENE.reports.every((type) => reported.has(type))) return wrong('未传入完整且对应的转账场景报备信息，请根据接口文档检查')
    if (!Number.isInteger(amount) || amount < LEAST_FEN || amount > MOST_FEN)
      return refusal(400, 'INVALID_REQUEST', '超过单笔转账上下限，核实产品设置是否准确')
    if (name === null) return wrong('收款用户姓名解密失败')
    if (order.user_name !== undefined && serial !== this.#keys.platformId) return wrong('Wechatpay-Serial有误')
    if (amount >= NAME_FROM_FEN && name === '') return wrong('转账金额大于等于2000元时必须传入收款用户姓名')
    if (order.notify_url?.includes('?')) return wrong('通知地址不能携带参数')
    return null
  }
}

function refusedBy({ answer }: Behaviour): Reply | null {
  if (answer === 'TOO_OFTEN') return refusal(429, 'FREQUENCY_LIMITED', '频率超限，请降低频率后重试')
  if (answer === 'NOT_ENOUGH') return refusal(403, 'NOT_ENOUGH', '资金不足')
  if (answer === 'NO_AUTH') return refusal(403, 'NO_AUTH', '此IP地址不允许调用该接口')
  if (answer === 'REFUSED') return refusal(400, 'INVALID_REQUEST', '请求不符合业务规则')
  return answer === 'FAULT'
    ? refusal(500, 'SYSTEM_ERROR', '系统异常，请稍后重试')
    : answer === 'SILENT' || answer === 'HUNG_UP'
      ? { status: 0, body: null }
      : null
}

export const billBody = (keys: Keys, bill: Bill): object => ({
  mch_id: keys.mchId,
  out_bill_no: bill.outBillNo,
  transfer_bill_no: bill.transferBillNo,
  appid: keys.appId,
  state: bill.state,
  transfer_amount: bill.amountFen,
  transfer_remark: bill.remark,
  ...(bill.failReason && { fail_reason: bill.failReason }),
  openid: bill.openid,
  create_time: rfc3339(bill.createdAt),
  update_time: rfc3339(bill.updatedAt),
})
