import { NetworkError, RefusalError } from '#platform/http/errors.ts'
import { t } from '#platform/text/text.ts'

export interface FaultWords {
  title: string
  hint: string
  retriable: boolean
}

/** A refusal is told in the server's own sentence; what the network did is told in ours. */
export function faultOf(error: unknown): FaultWords {
  if (error instanceof RefusalError) {
    // 40490 is a 404 with a name of its own.
    const kind = error.code >= 10_000 ? Math.trunc(error.code / 100) : error.code
    if (kind === 403) return { title: t('没有权限查看'), hint: error.message, retriable: false }
    if (kind === 404) return { title: t('没有找到'), hint: error.message, retriable: false }
    return { title: t('加载失败'), hint: error.message, retriable: kind !== 400 }
  }
  if (error instanceof NetworkError) {
    if (error.kind === 'timeout') return { title: t('请求超时'), hint: error.message, retriable: true }
    if (error.kind === 'offline') return { title: t('网络已断开'), hint: error.message, retriable: true }
    return { title: t('加载失败'), hint: error.message, retriable: true }
  }
  return { title: t('加载失败'), hint: t('服务暂时不可用，请稍后重试'), retriable: true }
}
