export default {
  '{name}：派单优先 {n}，多免等候 {wait}': '{name}: priority {n}, extra free waiting {wait}',
  客户等级: 'Customer levels',
  修改只影响之后下的订单: 'A change counts for later orders',
  派单优先: 'Priority',
  多免等候: 'Extra free waiting',
  修改客户等级: 'Change the levels',
  '删除第 {n} 行': 'Remove row {n}',
  客户等级的历史: 'History of the levels',
}
