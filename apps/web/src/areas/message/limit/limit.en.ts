export default {
  不设免打扰: 'None',
  免打扰时段: 'Quiet hours',
  免打扰开始: 'Quiet from',
  免打扰结束: 'Quiet until',
  '城市当地时间；都不填为不设免打扰': 'Local time of the city; both empty: none',
  每个手机号每天最多提醒: 'Reminders a telephone a day',
  '每天 {n} 条': '{n} a day',
  '不填为不限；按城市的自然日计算': 'Leave empty for no limit; counted by the calendar day of the city',
  '提醒指未支付费用的提醒：免打扰时段内系统等到时段结束再提醒，员工也不能发送。验证码和行程中的短信不受限制。':
    'Reminders are those of what is still to be paid: within quiet hours they wait until these end, and operators send none either. Codes and messages about a trip go out at any hour.',
  '司机端消息不受这些限制，也不计入提醒条数；证件到期提醒与短信同时发出。':
    'Messages in the driver app are not held back by these and do not count as reminders; those of papers that end come together with the text message.',
  每个手机号最多营销短信: 'Broadcasts a telephone',
  '每个手机号 30 天内最多营销短信': 'Most broadcasts to a telephone in 30 days',
  '30 天 {n} 条': '{n} in 30 days',
  '营销群发也遵守免打扰时段；没有设置的城市，22:00–08:00 不发送营销短信。':
    'Broadcasts keep quiet hours, too: without any of its own a city gets none from 22:00 to 08:00.',
} satisfies Record<string, string>
