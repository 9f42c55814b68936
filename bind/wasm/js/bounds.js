// A plain tree of boxes over the triangles of a geometry, for shapecast(): its callbacks are JavaScript, so that there
// is nothing to gain from a tree in the module.
import { Box3, Triangle, Vector3 } from 'three';

export const NOT_INTERSECTED = 0;
export const INTERSECTED = 1;
export const CONTAINED = 2;

const leafSize = 8;

export class Bounds {
  /** Of what is drawn of a geometry (geometry.js); triangles have their numbers in the geometry. */
  constructor(drawn) {
    this.drawn = drawn;
    const { count } = drawn;
    this.order = Uint32Array.from({ length: count }, (_, i) => i);
    this.boxes = new Float64Array(6 * count);
    const triangle = new Triangle(), box = new Box3();
    for (let i = 0; i < count; ++i) {
      this.read(i, triangle);
      box.setFromPoints([triangle.a, triangle.b, triangle.c]);
      this.boxes.set([...box.min.toArray(), ...box.max.toArray()], 6 * i);
    }
    this.root = count > 0 ? this.build(0, count) : null;
    this.boxes = null;
  }

  read(i, target) {
    this.drawn.read(this.drawn.number(i), target.a, target.b, target.c);
    return target;
  }

  build(begin, end) {
    const { boxes, order } = this;
    const box = new Box3(), corner = new Vector3();
    for (let i = begin; i < end; ++i) {
      box.expandByPoint(corner.fromArray(boxes, 6 * order[i]));
      box.expandByPoint(corner.fromArray(boxes, 6 * order[i] + 3));
    }
    const node = { box, begin, end, left: null, right: null };
    if (end - begin <= leafSize) return node;
    const size = box.getSize(new Vector3()).toArray();
    const axis = size.indexOf(Math.max(...size));
    const middle = (t) => boxes[6 * t + axis] + boxes[6 * t + 3 + axis];
    order.subarray(begin, end).sort((s, t) => middle(s) - middle(t));
    const half = (begin + end) >>> 1;
    node.left = this.build(begin, half);
    node.right = this.build(half, end);
    return node;
  }

  shapecast({ intersectsBounds, intersectsTriangle = null, intersectsRange = null, boundsTraverseOrder = null }) {
    const triangle = new Triangle();
    const leaf = (node, contained, depth) => {
      if (intersectsRange?.(node.begin, node.end - node.begin, contained, depth, 0, node.box)) return true;
      if (intersectsTriangle === null) return false;
      for (let i = node.begin; i < node.end; ++i) {
        const number = this.drawn.number(this.order[i]);
        if (intersectsTriangle(this.read(this.order[i], triangle), number, contained, depth)) return true;
      }
      return false;
    };
    const all = (node, depth) =>
      node.left === null ? leaf(node, true, depth) : all(node.left, depth + 1) || all(node.right, depth + 1);
    const visit = (node, depth, score) => {
      const found = Number(intersectsBounds(node.box, node.left === null, score, depth, 0));
      if (found === NOT_INTERSECTED) return false;
      if (found === CONTAINED) return all(node, depth);
      if (node.left === null) return leaf(node, false, depth);
      if (boundsTraverseOrder === null) return visit(node.left, depth + 1) || visit(node.right, depth + 1);
      const left = boundsTraverseOrder(node.left.box), right = boundsTraverseOrder(node.right.box);
      return left <= right
        ? visit(node.left, depth + 1, left) || visit(node.right, depth + 1, right)
        : visit(node.right, depth + 1, right) || visit(node.left, depth + 1, left);
    };
    return this.root !== null && visit(this.root, 0, boundsTraverseOrder?.(this.root.box));
  }
}
