// The robot in 3D: links where the joints put them, two of them marked, and a point where they meet.
'use strict';
class RobotView extends OrbitView {
  constructor(canvas, data) {
    super(canvas, 'z');
    this.data = data;
    this.links = data.links.map((link, i) => this.addLink(link, i));
    this.mark = this.addMark();
    this.marked = [];
    this.grid = null;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.paint());
    this.paint();
    this.pose(data.variables.map((variable) => variable.start));
    this.reset();
    this.resize();
  }

  addLink(link, number) {
    if (!link.mesh) return null;
    const solid = new THREE.BufferGeometry();
    solid.setAttribute('position', new THREE.BufferAttribute(new Float32Array(bytesOf(link.mesh.positions)), 3));
    solid.setIndex(new THREE.BufferAttribute(new Uint32Array(bytesOf(link.mesh.indices)), 1));
    const group = new THREE.Group();
    group.matrixAutoUpdate = false;
    const material = new THREE.MeshPhongMaterial({ side: THREE.DoubleSide, flatShading: true, shininess: 12, specular: 0x222222, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    group.add(new THREE.Mesh(solid, material));
    const ink = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.5 });
    if (solid.index.count < 300000) group.add(new THREE.LineSegments(new THREE.EdgesGeometry(solid, 30), ink));
    this.scene.add(group);
    solid.computeBoundingBox();
    return { number, group, material, ink, box: solid.boundingBox };
  }

  addMark() {
    const geometry = new THREE.SphereBufferGeometry(1, 20, 14);
    const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.85 }));
    mesh.renderOrder = 5;
    mesh.visible = false;
    this.scene.add(mesh);
    return mesh;
  }

  paint() {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const plain = dark ? [0x8fa3bb, 0x6f87a3] : [0x9fb1c6, 0x7d92ab], red = dark ? 0xff6b6b : 0xd9302c, orange = dark ? 0xffa24d : 0xf08a1d;
    for (const link of this.links) {
      if (!link) continue;
      const place = this.marked.indexOf(link.number);
      const color = place < 0 ? plain[link.number % 2] : place === 0 ? red : orange;
      link.material.color.setHex(color);
      const faint = this.marked.length > 0 && place < 0;
      link.material.transparent = faint;
      link.material.depthWrite = !faint;
      link.material.opacity = faint ? 0.3 : 1;
      link.ink.color.setHex(color).multiplyScalar(dark ? 1.25 : 0.55);
    }
    this.mark.material.color.setHex(dark ? 0xfff275 : 0x7a0010);
    this.draw();
  }

  // The matrix of each link for one value per variable, by columns: as link_poses() of the library.
  matrices(values) {
    const links = [new THREE.Matrix4()];
    for (const joint of this.data.joints) {
      const o = joint.origin, pose = new THREE.Matrix4();
      pose.set(o[0], o[3], o[6], o[9], o[1], o[4], o[7], o[10], o[2], o[5], o[8], o[11], 0, 0, 0, 1);
      if (joint.variable !== null) {
        const position = joint.multiplier * values[joint.variable] + joint.offset, axis = new THREE.Vector3(...joint.axis);
        const move = new THREE.Matrix4();
        if (joint.kind === 'prismatic') move.makeTranslation(...axis.multiplyScalar(position).toArray());
        else move.makeRotationAxis(axis, position);
        pose.multiply(move);
      }
      links[joint.child] = links[joint.parent].clone().multiply(pose);
    }
    return links;
  }

  pose(values) {
    this.placed = this.matrices(values);
    for (const link of this.links) if (link) { link.group.matrix.copy(this.placed[link.number]); link.group.matrixWorldNeedsUpdate = true; }
    this.draw();
  }

  // Links to be seen before the others, and the point where they meet, or null.
  show(links, point) {
    this.marked = links;
    this.mark.visible = Boolean(point);
    if (point) this.mark.position.set(...point);
    this.paint();
  }

  bounds() {
    const all = new THREE.Box3();
    for (const link of this.links) {
      if (!link) continue;
      const box = link.box.clone().applyMatrix4(this.placed[link.number]);
      if (box.getSize(new THREE.Vector3()).length() < 3.9 * this.data.size || this.links.length === 1) all.union(box);
    }
    return all.isEmpty() ? new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1)) : all;
  }

  // All of the robot, as it stands now, from the same side as before.
  frame() {
    const box = this.bounds(), size = box.getSize(new THREE.Vector3()).length() || 1;
    this.target = box.getCenter(new THREE.Vector3()).toArray();
    this.distance = 1.35 * size;
    this.radius = this.distance / Math.min(1, this.camera.aspect);
    this.mark.scale.setScalar(size * 0.012);
    this.draw();
  }

  reset() {
    this.turn = 0.9;
    this.tilt = 0.35;
    this.frame();
  }

  state() {
    return {
      marked: this.marked.slice(), mark: this.mark.visible ? this.mark.position.toArray() : null, camera: this.camera.position.toArray(),
      radius: this.radius, drawn: this.renderer.info.render.triangles, links: this.placed.map((matrix) => matrix.elements.slice()),
      opacity: this.links.map((link) => link && link.material.opacity),
    };
  }
}
