import type { Taken } from './book.ts'

const china = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** What became of a message, as its provider tells it. */
export function reportFor({ provider, phone, bizId, outId, at, segments, report }: Taken): object {
  const { delivered, code, at: reportedAt } = report!
  if (provider === 'ALIYUN')
    return [
      {
        phone_number: phone,
        send_time: china(at),
        report_time: china(reportedAt),
        success: delivered,
        err_code: code,
        err_msg: delivered ? '用户接收成功' : code,
        sms_size: String(segments),
        biz_id: bizId,
        out_id: outId,
      },
    ]
  if (provider === 'TENCENT')
    return [
      {
        user_receive_time: china(reportedAt),
        nationcode: '86',
        mobile: phone,
        report_status: delivered ? 'SUCCESS' : 'FAIL',
        errmsg: delivered ? 'DELIVRD' : code,
        description: delivered ? '用户短信送达成功' : code,
        sid: bizId,
      },
    ]
  return { id: outId, state: delivered ? 'DELIVERED' : 'FAILED', code: delivered ? '' : code, segments }
}
