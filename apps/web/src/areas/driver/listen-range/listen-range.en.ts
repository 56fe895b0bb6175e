export default {
  '每行一条：工号、听单半径（米）、开始、截止、原因。与已有的期间重叠的行不会导入。':
    'One a line: driver number, radius in metres, from, until, reason. Rows that overlap with a period that stands are not imported.',
  'HZ0001，3000，2026-12-24 18:00，2026-12-25，平安夜运力集中':
    'HZ0001, 3000, 2026-12-24 18:00, 2026-12-25, drivers close by on Christmas Eve',
  '在期间内代替司机自己的听单半径，到期自动恢复':
    'For their time they count in place of the own radius of the driver, which comes back by itself',
  '还没有个人听单范围，司机按各自设置的半径接单。': 'No personal listening ranges yet: the own radius of each driver counts.',
  新建听单范围: 'New listening range',
  '平时 {radius}': 'otherwise {radius}',
  '立即结束 {name} 的听单范围，恢复为司机自己的听单半径。': 'End the listening range of {name} now: the own radius counts again.',
  '删除 {name} 未开始的听单范围。': 'Delete the listening range of {name}, which has not begun.',
  '修改 {name} 的听单范围': 'Change the listening range of {name}',
  '500 至 20000 米；实际派单半径不超过当轮半径': '500 to 20000 m; never farther than the radius of a round',
  '已生效，开始时间不能改': 'It holds already: its beginning stays',
  不填则从现在起: 'Empty: from now on',
} satisfies Record<string, string>
