import type { Chance } from '../random.ts'

const surnames =
  '王李张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗郑梁谢宋唐许邓韩冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫雷龙史陶贺毛段郝顾龚邵万钱严赖覃武戴莫孔向汤'.split(
    '',
  )
const maleGiven =
  '建国 志强 伟 军 勇 涛 鹏 磊 明 建华 海涛 国强 俊杰 浩 文博 宇航 子轩 德胜 永康 家豪 成龙 晓东 振华 少华 金龙 立新 春生 广平 学文 天宇 泽宇 嘉伟 柏林 启明 思源 卫东 红军 大勇 洪亮 长青 小龙 云飞 利民 刚 超 斌 波 辉'.split(
    ' ',
  )
const femaleGiven = '丽 敏 静 娟 艳 芳 秀英 婷 雪梅 晓燕 佳怡 梦琪 雨欣 文静 慧 玉兰 海燕 思思 倩 美玲 晨曦 若溪 雅琴 丹'.split(' ')

export type Gender = 'MALE' | 'FEMALE'
export const personName = (random: Chance, gender: Gender) =>
  random.pick(surnames) + random.pick(gender === 'MALE' ? maleGiven : femaleGiven)

/** How a caller is noted down when nobody asked for more: 王先生. */
export const callerName = (random: Chance, gender: Gender) => `${random.pick(surnames)}${gender === 'MALE' ? '先生' : '女士'}`

const PLATE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
/** A number plate of the city; one in three is an electric car's, which has one figure more. */
export function plateNo(random: Chance, prefix: string): string {
  const letter = () => PLATE_LETTERS[random.int(0, PLATE_LETTERS.length - 1)]!
  const figures = (n: number) => String(random.int(0, 10 ** n - 1)).padStart(n, '0')
  return random.is(0.33) ? `${prefix}D${figures(5)}` : `${prefix}${letter()}${figures(2)}${letter()}${figures(1)}`
}
