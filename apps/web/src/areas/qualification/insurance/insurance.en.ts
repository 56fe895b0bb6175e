export default {
  司机保单: 'Driver insurance policies',
  '每行一张保单：工号、险种、保险公司、保单号、保险起期、保险止期、保额、保费、承担方。同一司机同一险种期间重叠的行不会导入。':
    'One policy a line: driver number, product, insurer, policy number, from, until, sum insured, premium, paid by. Rows that overlap with a policy of the same driver and product are not imported.',
  'HZ0001，意外险，平安产险，PA20261201001，2026-12-01，2027-11-30，500000，120，平台':
    'HZ0001, ACCIDENT, Ping An, PA20261201001, 2026-12-01, 2027-11-30, 500000, 120, PLATFORM',
  '城市要求保单的，司机上线后一小时内都须在保障中':
    'Where a city asks for a policy, it has to cover the whole hour after a driver goes on duty',
  '还没有司机保单，可逐张新建或按模板导入。': 'No policies yet: enter them one by one, or import a filled-in template.',
  新建保单: 'New policy',
  到期: 'Ends',
  '{n} 天内到期': 'within {n} days',
  保单: 'Insurance policy',
  退保原因: 'Why cancelled',
  退保: 'Cancel policy',
  '修改 {name} 的保单': 'Change the policy of {name}',
  保费由谁承担: 'Who pays the premium',
  '{name} 的{product}退保': 'Cancel the {product} insurance of {name}',
  '退保后立即不再保障，城市要求此险种的，司机会在一分钟内下线；手上的订单可以完成。':
    'It covers the driver no longer. Where the city asks for this product the driver goes off duty within a minute; an order in hand is finished.',
} satisfies Record<string, string>
