import { t } from '../text/text.ts'

/** The sentence for an HTTP status, as the error catalogue has it. `url` is the address that was asked. */
export function httpMessage(status: number, url: string): string {
  switch (status) {
    case 400:
      return t('请求错误')
    case 401:
      return t('未授权，请登录')
    case 403:
      return t('拒绝访问')
    case 404:
      return t('请求地址出错: {url}', { url })
    case 408:
      return t('请求超时')
    case 500:
      return t('服务器内部错误')
    case 501:
      return t('服务未实现')
    case 502:
      return t('网关错误')
    case 503:
      return t('服务不可用')
    case 504:
      return t('网关超时')
    case 505:
      return t('HTTP版本不受支持')
    default:
      return t('请求失败（HTTP {status}）', { status })
  }
}

export const sentences = {
  noRights: () => t('权限不足,无法访问此页面,请联系管理员'),
  loginInvalid: () => t('登录信息失效,请重新登录'),
  expiredTitle: () => t('提示'),
  expired: () => t('当前帐号登录状态已失效,请重新登录'),
  timeout: () => t('抱歉，因网络速度较慢，数据加载失败，请重试。'),
  noResponse: () => t('网络错误，请检查是否连接网络或请求服务器网关是否正常'),
  retrying: () => t('请求超时, 正在重连...'),
  device: () => t('网络错误!'),
  unreadable: () => t('服务器返回了无法识别的内容'),
}
