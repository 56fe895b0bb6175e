import { agreementKindText } from '@chauffeur/contract/privacy/agreement'
import { consentCalls, consentChannelText, type ConsentRow } from '@chauffeur/contract/privacy/consent'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { t, tr } from '#platform/text/text.ts'
import { numberWords } from '../agreement/agreement.view.ts'

const saidText = { true: '同意', false: '不同意' } as const
const nameOf = ({ name, personId }: ConsentRow) => name || t('编号 {id}', { id: personId })

const Who = ({ row: { personNo, phone } }: { row: ConsentRow }) => (
  <>
    {personNo}
    {personNo && phone ? ' · ' : ''}
    {phone ? <Phone value={phone} /> : null}
  </>
)

/** Who agreed to what and when: its file is the proof. */
export default defineList(consentCalls.list, ({ c, f }) => ({
  name: 'privacy.consents',
  title: t('协议同意记录'),
  rowKey: (row) => row.consentId,
  rowName: nameOf,
  fills: t('有人同意或不同意隐私协议后，记录在这里。'),
  filters: [
    f.keyword(t('姓名、工号、账号或电话尾号')),
    f.word('kind', t('适用对象'), agreementKindText),
    f.flag('given', t('表态'), t('同意'), t('不同意')),
    f.word('channel', t('渠道'), consentChannelText),
    f.days('at', t('时间')),
  ],
  columns: [
    c.two('name', t('姓名'), nameOf, (row) => (row.personNo || row.phone ? <Who row={row} /> : ''), ['HZ000001 · 13700000000'], {
      shows: ['name', 'personNo', 'phone'],
    }),
    c.of('kind', t('适用对象'), (row) => tr(agreementKindText[row.kind]), letters(5)),
    c.two(
      'number',
      t('版本'),
      (row) => (row.number === null ? t('发布前') : numberWords(row.number)),
      (row) => row.title,
      [letters(12)],
      {
        shows: ['number', 'title'],
      },
    ),
    c.of('given', t('表态'), (row) => tr(saidText[row.given ? 'true' : 'false']), letters(3)),
    c.time('at', t('时间')),
    c.two(
      'channel',
      t('渠道'),
      (row) => tr(consentChannelText[row.channel]),
      (row) => [tr(row.source), row.byName].filter(Boolean).join(' · '),
      [letters(8)],
      {
        shows: ['channel', 'source', 'byName'],
      },
    ),
    c.text('ip', t('IP 地址'), undefined, { like: '255.255.255.255' }),
    c.text('device', t('设备')),
  ],
}))
