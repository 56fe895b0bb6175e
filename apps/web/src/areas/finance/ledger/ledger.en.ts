export default {
  '按北京时间的日期；点金额看分录': 'Days by Beijing time; a figure opens its entries',
  这段时间没有资金变动: 'No money moved in this time',
  '{account} {day} {sum} 的分录': 'Entries of {account}, {day}, {sum}',
  '期末 {sum}': 'Closing {sum}',
  期初: 'Opening',
  期末: 'Closing',
  转入: 'In',
  转出: 'Out',
  资金账户: 'Account',
  分录数: 'Entries',
  整笔分录: 'The whole entry',
} satisfies Record<string, string>
