// A small IFC 4 model: products of the kinds that files are full of, each with its volume in closed form.
const real = (x) => (Number.isInteger(x) ? x + '.' : String(x));

export function writeModel() {
  let next = 100;
  const lines = [], products = new Map();
  const add = (text) => {
    lines.push(`#${next}=${text};`);
    return `#${next++}`;
  };
  const point = (...at) => add(`IFCCARTESIANPOINT((${at.map(real).join(',')}))`);
  const place = (...at) => add(`IFCAXIS2PLACEMENT3D(${point(...at)},$,$)`);
  const extruded = (profile, depth, at = [0, 0, 0]) => add(`IFCEXTRUDEDAREASOLID(${profile},${place(...at)},#3,${real(depth)})`);
  const rectangle = (x, y) => add(`IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,${real(x)},${real(y)})`);
  const box = (lo, hi) =>
    extruded(rectangle(hi[0] - lo[0], hi[1] - lo[1]), hi[2] - lo[2], [(lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, lo[2]]);
  let count = 0;
  const product = (kind, item, type, at, volume, parent = '#12') => {
    const id = `0aBcDeFgHiJkLmNoPq${String(1000 + count++)}`;
    const shape = add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${add(`IFCSHAPEREPRESENTATION(#10,'Body','${type}',(${item}))`)}))`);
    const placement = add(`IFCLOCALPLACEMENT(${parent},${place(...at)})`);
    const number = add(`${kind}('${id}',$,'${kind} ${count}',$,$,${placement},${shape},$,$)`);
    if (volume > 0) products.set(id, volume);
    return { number, placement };
  };
  // A wall with a window and a door.
  const wall = product('IFCWALL', box([0, 0, 0], [5, 0.3, 3]), 'SweptSolid', [0, 0, 0], 4.5 - 0.3 - 0.6);
  for (const [lo, hi] of [[[1, -0.1, 1], [2, 0.4, 2]], [[3, -0.1, -0.1], [4, 0.4, 2]]]) {
    const opening = product('IFCOPENINGELEMENT', box(lo, hi), 'SweptSolid', [0, 0, 0], 0, wall.placement);
    add(`IFCRELVOIDSELEMENT('0aBcDeFgHiJkLmNoPr${1000 + count}',$,$,$,${wall.number},${opening.number})`);
  }
  const profiles = [
    ['IFCISHAPEPROFILEDEF(.AREA.,$,#6,0.3,0.5,0.02,0.03,$,$,$)', 2 * 0.3 * 0.03 + 0.44 * 0.02],
    ['IFCLSHAPEPROFILEDEF(.AREA.,$,#6,0.2,0.1,0.01,$,$,$)', 0.29 * 0.01],
    ['IFCTRAPEZIUMPROFILEDEF(.AREA.,$,#6,3.,1.,2.,1.)', 4],
    ['IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,#6,2.,3.,0.1,$,$)', 6 - 1.8 * 2.8],
    ['IFCCIRCLEPROFILEDEF(.AREA.,$,#6,1.)', Math.PI],
    ['IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,#6,1.,0.2)', Math.PI * 0.36],
  ];
  profiles.forEach(([text, area], i) => product('IFCBEAM', extruded(add(text), 2), 'SweptSolid', [10 + 5 * i, 0, 0], 2 * area));
  // Clipped by a slanted plane.
  const plane = add(`IFCPLANE(${add(`IFCAXIS2PLACEMENT3D(${point(0, 0, 2)},${add('IFCDIRECTION((0.,1.,1.))')},#4)`)})`);
  const clipped = add(`IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${box([-2, -2, 0], [2, 2, 4])},${add(`IFCHALFSPACESOLID(${plane},.F.)`)})`);
  product('IFCWALL', clipped, 'Clipping', [0, 10, 0], 32);
  // Revolved by a part of a turn about an axis beside it.
  const axis = add(`IFCAXIS1PLACEMENT(${point(-2, 0, 0)},${add('IFCDIRECTION((0.,1.,0.))')})`);
  product('IFCPIPESEGMENT', add(`IFCREVOLVEDAREASOLID(${rectangle(1, 1)},#2,${axis},1.)`), 'SweptSolid', [10, 10, 0], 2);
  // Triangles, and an instance of a shape.
  const list = add('IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,2.,0.),(0.,0.,3.)))');
  product('IFCBUILDINGELEMENTPROXY', add(`IFCTRIANGULATEDFACESET(${list},$,.T.,((1,3,2),(1,2,4),(2,3,4),(3,1,4)),$)`), 'Tessellation', [20, 10, 0], 1);
  const shared = add(`IFCREPRESENTATIONMAP(#2,${add(`IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(${box([0, 0, 0], [1, 2, 3])}))`)})`);
  const [x, y] = ['(0.,1.,0.)', '(-1.,0.,0.)'].map((way) => add(`IFCDIRECTION(${way})`));
  const larger = add(`IFCCARTESIANTRANSFORMATIONOPERATOR3D(${x},${y},#1,2.,#3)`);
  product('IFCBUILDINGELEMENTPROXY', add(`IFCMAPPEDITEM(${shared},${larger})`), 'MappedRepresentation', [30, 10, 0], 48);

  const text = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCAXIS2PLACEMENT3D(#1,$,$);
#3=IFCDIRECTION((0.,0.,1.));
#4=IFCDIRECTION((1.,0.,0.));
#5=IFCCARTESIANPOINT((0.,0.));
#6=IFCAXIS2PLACEMENT2D(#5,$);
#7=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#8=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);
#9=IFCUNITASSIGNMENT((#7,#8));
#10=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-06,#2,$);
#11=IFCPROJECT('0aBcDeFgHiJkLmNoPqR090',$,'project',$,$,$,$,(#10),#9);
#12=IFCLOCALPLACEMENT($,#2);
${lines.join('\n')}
ENDSEC;
END-ISO-10303-21;
`;
  return { text, products };
}
